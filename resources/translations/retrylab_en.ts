<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>BackoffFan</name>
    <message numerus="yes">
        <source>… %n more</source>
        <translation>
            <numerusform>… %n more</numerusform>
            <numerusform>… %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BreakerView</name>
    <message numerus="yes">
        <source>Last %1 attempts</source>
        <translation>
            <numerusform>Last %1 attempt</numerusform>
            <numerusform>Last %1 attempts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Last %1 calls</source>
        <translation>
            <numerusform>Last %1 call</numerusform>
            <numerusform>Last %1 calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PanelRows</name>
    <message numerus="yes">
        <source>Max attempts · %n retries</source>
        <translation>
            <numerusform>Max attempts · %n retry</numerusform>
            <numerusform>Max attempts · %n retries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message numerus="yes">
        <source>%1 calls under way</source>
        <translation>
            <numerusform>%1 call under way</numerusform>
            <numerusform>%1 calls under way</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 clients</source>
        <translation>
            <numerusform>%1 client</numerusform>
            <numerusform>%1 clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 probes at a time</source>
        <translation>
            <numerusform>%1 probe at a time</numerusform>
            <numerusform>%1 probes at a time</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message numerus="yes">
        <source>%1 lanes · scroll to zoom</source>
        <translation>
            <numerusform>%1 lane · scroll to zoom</numerusform>
            <numerusform>%1 lanes · scroll to zoom</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lanes, %2 per row · scroll to zoom</source>
        <translation>
            <numerusform>%1 lane, %2 per row · scroll to zoom</numerusform>
            <numerusform>%1 lanes, %2 per row · scroll to zoom</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 lanes · scroll to zoom</source>
        <translation>
            <numerusform>%1 of %2 lane · scroll to zoom</numerusform>
            <numerusform>%1 of %2 lanes · scroll to zoom</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Transport</name>
    <message numerus="yes">
        <source>Breakers open %n times</source>
        <translation>
            <numerusform>Breakers open %n time</numerusform>
            <numerusform>Breakers open %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Breakers turn half-open %n times</source>
        <translation>
            <numerusform>Breakers turn half-open %n time</numerusform>
            <numerusform>Breakers turn half-open %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Breakers close %n times</source>
        <translation>
            <numerusform>Breakers close %n time</numerusform>
            <numerusform>Breakers close %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>retrylab::BreakerView</name>
    <message numerus="yes">
        <source>It opens when the share of failures reaches the limit, on a failure, with at least %1 outcomes.</source>
        <translation>
            <numerusform>It opens when the share of failures reaches the limit, on a failure, with at least %1 outcome.</numerusform>
            <numerusform>It opens when the share of failures reaches the limit, on a failure, with at least %1 outcomes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>retrylab::KpiPanel</name>
    <message numerus="yes">
        <source>now: %1 of %2 slots busy, %3 queued</source>
        <translation>
            <numerusform>now: %1 of %2 slot busy, %3 queued</numerusform>
            <numerusform>now: %1 of %2 slots busy, %3 queued</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>retrylab::TimelineView</name>
    <message numerus="yes">
        <source>%n calls, a lane each. Up and Down choose one.</source>
        <translation>
            <numerusform>%n call, in its own lane. Up and Down choose it.</numerusform>
            <numerusform>%n calls, a lane each. Up and Down choose one.</numerusform>
        </translation>
    </message>
</context>
</TS>
