// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart_runs.h"
#include "core/lab/experiment_file.h"
#include "widgets/breaker/breaker_view.h"
#include "widgets/export/export.h"
#include "widgets/kpi/kpi_panel.h"
#include "widgets/load/load_view.h"
#include "widgets/timeline/timeline_view.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

using namespace retrylab;
using namespace retrylab::chartruns;

namespace {

QByteArray contentOf(const QString &file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

std::unique_ptr<View> makeView(const QString &id, ViewState *state)
{
    if (id == QLatin1String("load"))
        return std::make_unique<LoadView>(state);
    if (id == QLatin1String("breaker"))
        return std::make_unique<BreakerView>(state);
    if (id == QLatin1String("kpi"))
        return std::make_unique<KpiPanel>(state);
    return std::make_unique<TimelineView>(state);
}

} // namespace

class TestExport : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    RunPointer m_run = runOf(guarded());

    QString path(const QString &name) const { return m_dir.filePath(name); }

private Q_SLOTS:
    void viewsComeBack_data()
    {
        QTest::addColumn<QString>("id");
        for (const char *id : {"load", "breaker", "kpi", "timeline"})
            QTest::newRow(id) << QString::fromLatin1(id);
    }
    void viewsComeBack()
    {
        QFETCH(QString, id);
        Warnings warnings;
        ViewState state;
        state.setRun(m_run);
        state.setPlayhead(2'000'000'000);
        const auto view = makeView(id, &state);
        QCOMPARE(view->viewId(), id);
        const QSizeF size(640, 400);

        for (const double scale : {1.0, 2.0, 4.0}) {
            const QString png = path(id + QStringLiteral(".png"));
            QVERIFY(exportView(*view, state, png, size, scale));
            const QImage image(png);
            QCOMPARE(image.size(), (size * scale).toSize());
            QVERIFY(coloursIn(image) > 10);
            const auto origin = readProvenance(png);
            QVERIFY(origin);
            QCOMPARE(*origin, provenanceOf(m_run));
            const auto experiment = readExperiment(origin->experiment);
            QVERIFY2(experiment, qPrintable(experiment ? QString() : experiment.error().oneLine()));
            QCOMPARE(experiment->world.seed, m_run->experiment.world.seed);
        }

        const QString svg = path(id + QStringLiteral(".svg"));
        QVERIFY(exportView(*view, state, svg, size));
        QSvgRenderer renderer(svg);
        QVERIFY(renderer.isValid());
        QCOMPARE(renderer.viewBoxF(), QRectF(QPointF(), size));
        QImage drawn(size.toSize(), QImage::Format_ARGB32_Premultiplied);
        drawn.fill(Qt::transparent);
        QPainter painter(&drawn);
        renderer.render(&painter);
        painter.end();
        QVERIFY(coloursIn(drawn) > 10);
        const QByteArray text = contentOf(svg);
        QVERIFY(text.contains("<path") || text.contains("<polyline") || text.contains("<rect"));
        QVERIFY(text.contains("<text"));
        QVERIFY(!text.contains("<image"));
        const auto origin = readProvenance(svg);
        QVERIFY(origin);
        QCOMPARE(*origin, provenanceOf(m_run));

        const QString csv = path(id + QStringLiteral(".csv"));
        QVERIFY(exportView(*view, state, csv, size));
        QVERIFY(contentOf(csv).count('\n') > 1);
        QCOMPARE(contentOf(csv), view->csv());
        QCOMPARE(Warnings::texts(), QStringList());
    }

    void windowComesBack()
    {
        ViewState state;
        state.setRun(m_run);
        QWidget window;
        auto *layout = new QVBoxLayout(&window);
        auto *load = new LoadView(&state);
        layout->addWidget(load);
        layout->addWidget(new BreakerView(&state));
        window.resize(700, 700);
        const QString png = path(QStringLiteral("window.png"));
        QVERIFY(exportWidget(window, state, png, 2.0));
        QCOMPARE(QImage(png).size(), QSize(1400, 1400));
        QVERIFY(coloursIn(QImage(png)) > 10);
        const QString svg = path(QStringLiteral("window.svg"));
        QVERIFY(exportWidget(window, state, svg));
        QVERIFY(QSvgRenderer(svg).isValid());
        QVERIFY(!contentOf(svg).contains("<image")); // vectors, although the screen has a cached picture
        QCOMPARE(*readProvenance(svg), provenanceOf(m_run));
    }

    void tablesAddUp()
    {
        const QString attempts = path(QStringLiteral("attempts.csv"));
        QVERIFY(exportAttempts(*m_run->trace, attempts));
        QCOMPARE(contentOf(attempts).count('\n') - 1, qsizetype(m_run->trace->attempts.size()));
        const QString series = path(QStringLiteral("series.csv"));
        QVERIFY(exportSeries(*m_run->trace, series));
        QCOMPARE(contentOf(series).count('\n') - 1, qsizetype(m_run->trace->bins.size()));
        QVERIFY(!exportSeries(*m_run->trace, path(QStringLiteral("series.png"))));
    }

    void refusalsNameFileAndReason()
    {
        ViewState state;
        state.setRun(m_run);
        LoadView view(&state);
        const auto bitmap = exportView(view, state, path(QStringLiteral("a.bmp")), {100, 100});
        QVERIFY(!bitmap);
        QVERIFY(bitmap.error().message.contains(path(QStringLiteral("a.bmp"))));
        QVERIFY(bitmap.error().message.contains(u"png, svg, csv"));
        QVERIFY(!QFile::exists(path(QStringLiteral("a.bmp"))));
        QVERIFY(!exportView(view, state, path(QStringLiteral("noending")), {100, 100}));
        QVERIFY(!exportWidget(view, state, path(QStringLiteral("w.csv"))));
        QVERIFY(!exportView(view, state, path(QStringLiteral("none/where.png")), {100, 100}));
        QVERIFY(!exportView(view, state, path(QStringLiteral("huge.png")), {100'000, 100'000}));
        QVERIFY(!exportView(view, state, path(QStringLiteral("empty.svg")), {0, 0}));

        // What was there before survives.
        const QString old = path(QStringLiteral("old.png"));
        QVERIFY(exportView(view, state, old, {100, 100}));
        const QByteArray before = contentOf(old);
        QVERIFY(!exportView(view, state, old, {100'000, 100'000}));
        QCOMPARE(contentOf(old), before);
    }

    void emptyViewsHaveNoTable()
    {
        ViewState state;
        LoadView view(&state);
        QVERIFY(!exportView(view, state, path(QStringLiteral("none.csv")), {100, 100}));
        QVERIFY(exportView(view, state, path(QStringLiteral("none.png")), {300, 200}));
    }

    void foreignPicturesHaveNoProvenance()
    {
        QImage image(4, 4, QImage::Format_RGB32);
        image.fill(Qt::red);
        const QString png = path(QStringLiteral("foreign.png"));
        QVERIFY(image.save(png));
        QVERIFY(!readProvenance(png));
        QVERIFY(!readProvenance(path(QStringLiteral("missing.svg"))));
    }
};

QTEST_MAIN(TestExport)
#include "tst_export.moc"
