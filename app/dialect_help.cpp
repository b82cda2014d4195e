// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialect_help.h"

#include "widgets/policy/dialect_text.h"

#include <QEvent>
#include <QScreen>
#include <QScrollBar>
#include <QStringBuilder>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace retrylab {

namespace {

QString list(const QStringList &lines)
{
    QString html;
    for (const QString &line : lines)
        html += u"<li>" % line.toHtmlEscaped() % u"</li>";
    return u"<ul>" % html % u"</ul>";
}

QString styleOf(const Theme &theme)
{
    return QStringLiteral("body, li, p { color: %1; } h2 { color: %1; font-size: %2px; font-weight: 700; }"
                          ".small { color: %3; font-size: %4px; }")
        .arg(theme.text.name())
        .arg(theme.title.pixelSize())
        .arg(theme.muted.name())
        .arg(theme.small.pixelSize());
}

} // namespace

DialectHelp::DialectHelp(const ViewState *state, QWidget *parent)
    : QDialog(parent)
    , m_state(state)
    , m_page(new QTextBrowser(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setSizeGripEnabled(true);
    m_page->setOpenLinks(false);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_page);
    const Theme &theme = state->theme();
    resize(QSize(qRound(theme.px(640)), qRound(theme.px(620))).boundedTo(screen()->availableSize() * 0.9));
    connect(state, &ViewState::themeChanged, this, &DialectHelp::fill);
    fill();
}

void DialectHelp::fill()
{
    const Theme &theme = m_state->theme();
    const QLocale &locale = m_state->locale();
    setWindowTitle(tr("Dialects"));
    m_page->setAccessibleName(tr("Dialects"));
    QString html = u"<p class=\"small\">"
                   % tr("A dialect makes the policy follow the rules of a known library.").toHtmlEscaped() % u"</p>";
    for (const Dialect &dialect : dialects()) {
        html += u"<h2>" % dialect.title.toHtmlEscaped() % u"</h2>" % list(linesOf(dialect.about, locale));
        if (const QStringList &instead = linesOf(dialect.instead, locale); !instead.isEmpty())
            html += u"<p><b>" % tr("Where the lab does the right thing instead").toHtmlEscaped() % u"</b></p>"
                    % list(instead);
        html += u"<p class=\"small\">" % tr("Source: %1").arg(dialect.source).toHtmlEscaped() % u"</p>";
    }
    const int scrolled = m_page->verticalScrollBar()->value();
    m_page->document()->setDefaultFont(theme.body);
    m_page->document()->setDefaultStyleSheet(styleOf(theme));
    m_page->document()->setDocumentMargin(theme.px(12));
    m_page->setHtml(html);
    m_page->verticalScrollBar()->setValue(scrolled);
}

void DialectHelp::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        fill();
}

} // namespace retrylab
