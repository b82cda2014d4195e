// SPDX-License-Identifier: GPL-3.0-or-later
// How the window looks: text sizes and window sizes in which everything has its room, reduced motion, what is kept.
#include "tests/app/window_fixture.h"

#include "app/dialect_help.h"
#include "app/top_bar.h"
#include "core/lab/dialects.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextBrowser>

using namespace retrylab;

class WindowLookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void motionIsReduced()
    {
        WindowFixture f(QStringLiteral("burst-503"));
        QAction *action = f.window.actions().reduceMotion;
        QVERIFY(action->isCheckable() && !action->isChecked());
        QVERIFY(!f.window.playback().reducedMotion());
        action->trigger();
        QVERIFY(f.window.actions().reduceMotion->isChecked());
        QVERIFY(f.window.playback().reducedMotion());
        QVERIFY(!QApplication::isEffectEnabled(Qt::UI_General));
        // Widgets that are made anew know it too.
        f.window.setTextScale(1.3);
        QCoreApplication::processEvents();
        QVERIFY(f.window.actions().reduceMotion->isChecked());
        f.window.actions().reduceMotion->trigger();
        QVERIFY(!f.window.playback().reducedMotion());
    }

    void settingsAreKept()
    {
        const QTemporaryDir folder;
        QStandardPaths::setTestModeEnabled(true); // unsaved work of who runs the tests stays theirs
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        QCoreApplication::setOrganizationName(QStringLiteral("retrylab-test"));
        QVERIFY(!Settings().reducedMotion());
        QCOMPARE(Settings().textScale(), 1.0);
        WindowLook look;
        look.remember = true;
        {
            WindowFixture f(QStringLiteral("baseline"), {1280, 720}, look);
            f.window.actions().reduceMotion->trigger();
            f.window.setTextScale(9);
        }
        QVERIFY(Settings().reducedMotion());
        QCOMPARE(Settings().textScale(), 3.0); // held at the most there is
    }

    void dialectHelpListsAllInBothLanguages()
    {
        WindowFixture f(QStringLiteral("burst-503"), {1280, 720});
        f.window.actions().dialects->trigger();
        const auto *help = f.window.findChild<DialectHelp *>();
        QVERIFY(help != nullptr && help->isVisible() && !help->isModal());
        const auto page = [&] { return help->findChild<QTextBrowser *>()->toPlainText(); };
        QVERIFY(dialects().size() > 20);
        for (const char *language : {"en", "vi"}) {
            f.window.setLanguage(QLatin1String(language));
            QCoreApplication::processEvents();
            const QString text = page();
            for (const Dialect &dialect : dialects()) {
                QVERIFY2(text.contains(dialect.title) && text.contains(dialect.source), qPrintable(dialect.name));
                const bool english = QLatin1String(language) == QLatin1String("en");
                for (const DialectText *lines : {&dialect.about, &dialect.instead})
                    for (const QString &line : english ? lines->english : lines->vietnamese)
                        QVERIFY2(text.contains(line), qPrintable(line));
            }
        }
        f.window.setTheme(ThemeKind::light);
        f.window.setTextScale(2.0);
        QCoreApplication::processEvents();
        const QTextDocument *document = help->findChild<QTextBrowser *>()->document();
        QCOMPARE(document->defaultFont().pixelSize(), makeTheme(ThemeKind::light, 2.0).body.pixelSize());
        // There is one, however often it is asked for.
        f.window.actions().dialects->trigger();
        QCOMPARE(f.window.findChildren<DialectHelp *>().size(), 1);
    }

    void tabAndDrawersOutliveAnotherLook()
    {
        WindowFixture f(QStringLiteral("burst-503"), {1280, 720});
        f.window.panes()->policy()->setPlace({PanelTab::breaker, {false, true}});
        f.window.setTheme(ThemeKind::projector);
        QCoreApplication::processEvents();
        const PanelPlace place = f.window.panes()->policy()->place();
        QCOMPARE(place.tab, PanelTab::breaker);
        QVERIFY(place.open[1] && !place.open[0]);
    }

    /// At every size and text size: no control is cut, none lies on another, and the transport can be aimed at.
    void controlsHaveTheirRoom_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        QTest::addColumn<QString>("language");
        for (const QSize size : {QSize(1280, 720), QSize(1600, 1000), QSize(1920, 1080), QSize(2560, 1440)})
            for (const double scale : {1.0, 1.5, 2.0})
                for (const char *language : {"en", "vi"})
                    QTest::addRow("%dx%d at %g, %s", size.width(), size.height(), scale, language)
                        << size << scale << QString::fromLatin1(language);
    }
    void controlsHaveTheirRoom()
    {
        QFETCH(const QSize, size);
        QFETCH(const double, scale);
        QFETCH(const QString, language);
        WindowLook look;
        look.textScale = scale;
        look.language = language;
        WindowFixture f(QStringLiteral("burst-503"), size, look);
        QCoreApplication::processEvents();
        TopBar *bar = f.window.topBar();
        QList<QRect> taken;
        for (const QWidget *part : bar->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
            if (!part->isVisible())
                continue;
            QVERIFY2(bar->rect().contains(part->geometry()), part->metaObject()->className());
            QVERIFY2(part->width() >= part->minimumSizeHint().width(), part->metaObject()->className());
            for (const QRect &other : std::as_const(taken))
                QVERIFY2(!other.intersects(part->geometry()), part->metaObject()->className());
            taken += part->geometry();
        }
        QVERIFY(taken.size() >= 3);
        for (const char *id : {"stage", "timeline", "load"}) {
            const View *view = f.window.panes()->view(QLatin1String(id));
            QVERIFY2(view->height() >= view->minimumSizeHint().height(), id);
        }
    }
};

QTEST_MAIN(WindowLookTest)
#include "tst_window_look.moc"
