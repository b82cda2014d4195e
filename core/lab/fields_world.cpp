// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_table.h"

#include <QtGlobal>

// Rows of the field table: the experiment itself, its traffic and its calls, the service, the faults, what is measured.

namespace retrylab {

namespace {

constexpr auto world = &Experiment::world;
constexpr auto traffic = &World::traffic;
constexpr auto recovery = &World::recovery;

constexpr double longestText = 2000;
constexpr double longestName = 60;
constexpr double mostCallers = 1'000'000;
constexpr double mostSlots = 100'000;

} // namespace

void addTopFields(FieldTable &table)
{
    table.add<Experiment, &Experiment::name>("name").range(0, 200).words(
        QT_TRANSLATE_NOOP("Field", "Title"), QT_TRANSLATE_NOOP("Field", "What the experiment is called."));
    table.add<Experiment, &Experiment::about>("about")
        .range(0, longestText)
        .words(QT_TRANSLATE_NOOP("Field", "About"), QT_TRANSLATE_NOOP("Field", "What there is to see."));
    table.add<Experiment, &Experiment::source>("source")
        .range(0, longestText)
        .words(QT_TRANSLATE_NOOP("Field", "Source"), QT_TRANSLATE_NOOP("Field", "Where the numbers come from."));
    table.add<Experiment, world, &World::seed>("seed")
        .as(TextRule::seed)
        .words(QT_TRANSLATE_NOOP("Field", "Seed"),
               QT_TRANSLATE_NOOP("Field", "Fixes every draw of chance: the same seed gives the same run."));
    table.add<Experiment, world, &World::duration>("duration")
        .range(millisecond, longest)
        .logSlider(second, 2 * minute)
        .words(QT_TRANSLATE_NOOP("Field", "Duration"), QT_TRANSLATE_NOOP("Field", "How long the run is."));
    table.add<Experiment, world, &World::warmup>("warmup")
        .range(0, longest)
        .slider(0, 10 * second)
        .words(QT_TRANSLATE_NOOP("Field", "Warm-up"),
               QT_TRANSLATE_NOOP("Field", "Calls that start earlier are left out of the figures."));
}

void addTrafficFields(FieldTable &table)
{
    constexpr std::string_view kind = "traffic.kind";
    table.add<Experiment, world, traffic, &Traffic::kind>(kind).words(
        QT_TRANSLATE_NOOP("Field", "Traffic"),
        QT_TRANSLATE_NOOP("Field", "All at once, at a rate, or users who wait for their answer."));
    table.add<Experiment, world, traffic, &Traffic::clients>("traffic.clients")
        .range(1, mostCallers)
        .logSlider(1, 10'000)
        .when(kind, "herd|closed")
        .words(QT_TRANSLATE_NOOP("Field", "Clients"), QT_TRANSLATE_NOOP("Field", "How many callers there are."));
    table.add<Experiment, world, traffic, &Traffic::at>("traffic.at")
        .range(0, longest)
        .slider(0, 10 * second)
        .when(kind, "herd")
        .words(QT_TRANSLATE_NOOP("Field", "All call at"),
               QT_TRANSLATE_NOOP("Field", "The moment at which every client calls."));
    table.add<Experiment, world, traffic, &Traffic::rate>("traffic.rate")
        .as(FieldType::rate)
        .range(0.001, 1'000'000)
        .logSlider(1, 10'000)
        .when(kind, "open")
        .words(QT_TRANSLATE_NOOP("Field", "Request rate"),
               QT_TRANSLATE_NOOP("Field", "New requests per second, however the service is doing."));
    table.add<Experiment, world, traffic, &Traffic::arrivals>("traffic.arrivals")
        .when(kind, "open")
        .words(QT_TRANSLATE_NOOP("Field", "Arrivals"),
               QT_TRANSLATE_NOOP("Field", "At random moments, or evenly spaced."));
    table.add<Experiment, world, traffic, &Traffic::callers>("traffic.callers")
        .range(1, mostCallers)
        .logSlider(1, 1000)
        .when(kind, "open")
        .words(QT_TRANSLATE_NOOP("Field", "Callers"),
               QT_TRANSLATE_NOOP("Field", "How many callers share the requests; each has its own breaker."));
    // Thinking takes time: a user who fails at once and asks again at once would keep the clock from moving on.
    table.addDistribution<Experiment, world, traffic, &Traffic::thinkTime>(
        {"traffic.thinkTime.kind", "traffic.thinkTime.value", "traffic.thinkTime.min", "traffic.thinkTime.max",
         "traffic.thinkTime.mean"},
        microsecond, longest, QT_TRANSLATE_NOOP("Field", "Think time"), {kind, "closed"}, NodeRole::any);
}

void addCallFields(FieldTable &table)
{
    table.add<CallKind, &CallKind::name>("calls.*.name")
        .as(TextRule::name)
        .range(1, longestName)
        .words(QT_TRANSLATE_NOOP("Field", "Request"), QT_TRANSLATE_NOOP("Field", "What is called."));
    FieldRow method = table.add<CallKind, &CallKind::method>("calls.*.method")
                          .as(FieldType::choice)
                          .words(QT_TRANSLATE_NOOP("Field", "Method"),
                                 QT_TRANSLATE_NOOP("Field",
                                                   "The HTTP method; it says whether a repetition does no harm."));
    method.field().choices = httpMethods();
    method.field().write = [](Experiment &experiment, std::size_t element, const FieldValue &value) {
        CallKind &call = experiment.world.calls[element];
        fromFieldValue(call.method, value);
        call.idempotent = isIdempotentMethod(call.method);
    };
    table.add<CallKind, &CallKind::idempotent>("calls.*.idempotent")
        .words(QT_TRANSLATE_NOOP("Field", "Idempotent"),
               QT_TRANSLATE_NOOP("Field", "Doing it twice does no more than doing it once. Follows the method."));
    table.add<CallKind, &CallKind::key>("calls.*.key")
        .words(QT_TRANSLATE_NOOP("Field", "Idempotency key"),
               QT_TRANSLATE_NOOP("Field", "By it a service recognises an attempt that it has seen before."));
}

void addServiceFields(FieldTable &table)
{
    table.add<Node, &Node::name>("chain.*.name")
        .as(TextRule::name)
        .range(1, longestName)
        .words(QT_TRANSLATE_NOOP("Field", "Node"), QT_TRANSLATE_NOOP("Field", "What the node is called."));
    table.add<Node, &Node::slots>("chain.*.slots")
        .range(0, mostSlots)
        .logSlider(1, 1000)
        .of(NodeRole::service)
        .words(QT_TRANSLATE_NOOP("Field", "Slots"),
               QT_TRANSLATE_NOOP("Field", "How many requests the service works on at once."));
    table.add<Node, &Node::queue, &Queue::limit>("chain.*.queue.limit")
        .range(0, 1'000'000)
        .orUnlimited()
        .logSlider(0, 10'000)
        .of(NodeRole::service)
        .words(QT_TRANSLATE_NOOP("Field", "Queue limit"),
               QT_TRANSLATE_NOOP("Field", "How many requests may wait for a slot."));
    table.add<Node, &Node::queue, &Queue::order>("chain.*.queue.order")
        .of(NodeRole::service)
        .words(QT_TRANSLATE_NOOP("Field", "Queue order"), QT_TRANSLATE_NOOP("Field", "Who is served first."));
    table.add<Node, &Node::queue, &Queue::whenFull>("chain.*.queue.whenFull")
        .of(NodeRole::service)
        .words(QT_TRANSLATE_NOOP("Field", "When full"),
               QT_TRANSLATE_NOOP("Field", "Answer 503 at once, or say nothing and let the caller time out."));
    table.add<Node, &Node::dropExpired>("chain.*.dropExpired")
        .of(NodeRole::service)
        .words(QT_TRANSLATE_NOOP("Field", "Drop expired work"),
               QT_TRANSLATE_NOOP("Field", "Skip queued requests whose caller has given up."));
    table.addDistribution<Node, &Node::serviceTime>(
        {"chain.*.serviceTime.kind", "chain.*.serviceTime.value", "chain.*.serviceTime.min", "chain.*.serviceTime.max",
         "chain.*.serviceTime.mean"},
        0, hour, QT_TRANSLATE_NOOP("Field", "Service time"), {}, NodeRole::service);
    table.add<Node, &Node::slowStart, &SlowStart::time>("chain.*.slowStart.for")
        .range(0, hour)
        .slider(0, minute)
        .of(NodeRole::service)
        .words(QT_TRANSLATE_NOOP("Field", "Slow start"),
               QT_TRANSLATE_NOOP("Field", "How long the service stays cold after a restart."));
    table.add<Node, &Node::slowStart, &SlowStart::factor>("chain.*.slowStart.factor")
        .range(1, 1000)
        .logSlider(1, 100)
        .of(NodeRole::service)
        .words(QT_TRANSLATE_NOOP("Field", "Slow-start factor"),
               QT_TRANSLATE_NOOP("Field", "How many times as long work takes right after a restart."));
    table.add<Node, &Node::linkDelay>("chain.*.link.delay")
        .range(0, hour)
        .logSlider(0, second)
        .of(NodeRole::service)
        .words(QT_TRANSLATE_NOOP("Field", "Network delay"),
               QT_TRANSLATE_NOOP("Field", "Time on the wire, one way; the answer takes as long again."));
}

void addFaultFields(FieldTable &table)
{
    constexpr std::string_view kind = "faults.*.kind";
    constexpr std::string_view perCall = "refuse|status|latency|error";
    table.add<Fault, &Fault::name>("faults.*.name")
        .as(TextRule::name)
        .range(1, longestName)
        .words(QT_TRANSLATE_NOOP("Field", "Fault"), QT_TRANSLATE_NOOP("Field", "What the fault is called."));
    FieldRow node = table.add<Fault, &Fault::name>("faults.*.node")
                        .as(TextRule::name)
                        .range(1, longestName)
                        .words(QT_TRANSLATE_NOOP("Field", "Node"),
                               QT_TRANSLATE_NOOP("Field", "The node that is in trouble."));
    // There is one service, so nothing is stored: it is always that one (setField refuses any other).
    node.field().read = [](const Experiment &experiment, std::size_t) -> FieldValue {
        return QString::fromStdString(experiment.world.service().name);
    };
    node.field().write = [](Experiment &, std::size_t, const FieldValue &) {};
    table.add<Fault, &Fault::kind>(kind).words(QT_TRANSLATE_NOOP("Field", "Kind"),
                                               QT_TRANSLATE_NOOP("Field", "What goes wrong."));
    table.add<Fault, &Fault::from>("faults.*.from")
        .range(0, longest)
        .slider(0, minute)
        .words(QT_TRANSLATE_NOOP("Field", "From"), QT_TRANSLATE_NOOP("Field", "When the trouble begins."));
    table.add<Fault, &Fault::to>("faults.*.to")
        .range(0, longest)
        .orUnlimited()
        .slider(0, minute)
        .words(QT_TRANSLATE_NOOP("Field", "To"), QT_TRANSLATE_NOOP("Field", "When the trouble is over."));
    table.add<Fault, &Fault::count>("faults.*.count")
        .range(1, 1'000'000'000)
        .orUnlimited()
        .logSlider(1, 10'000)
        .when(kind, perCall)
        .words(QT_TRANSLATE_NOOP("Field", "Count"),
               QT_TRANSLATE_NOOP("Field", "Over after so many attempts were hit."));
    table.add<Fault, &Fault::share>("faults.*.share")
        .as(FieldType::share)
        .range(0.0001, 1)
        .slider(0.01, 1)
        .when(kind, perCall)
        .words(QT_TRANSLATE_NOOP("Field", "Share"), QT_TRANSLATE_NOOP("Field", "The share of attempts that is hit."));
    table.add<Fault, &Fault::status>("faults.*.status")
        .range(400, 599)
        .slider(400, 599)
        .when(kind, "status")
        .words(QT_TRANSLATE_NOOP("Field", "Status"), QT_TRANSLATE_NOOP("Field", "The HTTP status that is answered."));
    table.add<Fault, &Fault::retryAfter>("faults.*.retryAfter")
        .range(0, longest)
        .logSlider(0, 5 * minute)
        .when(kind, "status")
        .words(QT_TRANSLATE_NOOP("Field", "Retry-After"),
               QT_TRANSLATE_NOOP("Field", "When its answers say to come back; 0 s = they say nothing."));
    table.add<Fault, &Fault::error>("faults.*.error")
        .when(kind, "error")
        .words(QT_TRANSLATE_NOOP("Field", "Error"), QT_TRANSLATE_NOOP("Field", "What goes wrong inside the service."));
    table.add<Fault, &Fault::add>("faults.*.add")
        .range(0, hour)
        .logSlider(millisecond, 10 * second)
        .when(kind, "latency")
        .words(QT_TRANSLATE_NOOP("Field", "Added latency"),
               QT_TRANSLATE_NOOP("Field", "How much longer an answer takes on its way."));
    table.add<Fault, &Fault::slots>("faults.*.slots")
        .range(0, mostSlots)
        .logSlider(0, 1000)
        .when(kind, "slots")
        .words(QT_TRANSLATE_NOOP("Field", "Slots left"), QT_TRANSLATE_NOOP("Field", "How many slots still work."));
}

void addMeasureFields(FieldTable &table)
{
    table.add<Experiment, world, &World::peakWindow>("measure.peakWindow")
        .range(millisecond, hour)
        .logSlider(millisecond, 10 * second)
        .words(QT_TRANSLATE_NOOP("Field", "Peak window"),
               QT_TRANSLATE_NOOP("Field", "Width of the window in which peaks are counted."));
    table.add<Experiment, world, recovery, &RecoveryRule::tolerance>("recovery.tolerance")
        .as(FieldType::share)
        .range(0, 1)
        .slider(0, 0.5)
        .words(QT_TRANSLATE_NOOP("Field", "Recovery tolerance"),
               QT_TRANSLATE_NOOP("Field", "How far goodput may stay below its mean before the fault."));
    table.add<Experiment, world, recovery, &RecoveryRule::hold>("recovery.hold")
        .range(millisecond, hour)
        .logSlider(100 * millisecond, minute)
        .words(QT_TRANSLATE_NOOP("Field", "Recovery hold"),
               QT_TRANSLATE_NOOP("Field", "How long goodput must stay well to count as recovered."));
    table.add<Experiment, world, recovery, &RecoveryRule::slowAfter>("recovery.slowAfter")
        .range(0, longest)
        .logSlider(100 * millisecond, 10 * minute)
        .words(QT_TRANSLATE_NOOP("Field", "Slow after"),
               QT_TRANSLATE_NOOP("Field", "A recovery that takes longer counts as slow."));
}

} // namespace retrylab
