// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document.h"

#include "core/lab/builtin.h"
#include "core/lab/experiment_file.h"
#include "widgets/base/experiment_text.h"
#include "widgets/policy/field_text.h"

#include <QFile>
#include <QScopedValueRollback>
#include <QUndoCommand>

#include <utility>

namespace retrylab {

namespace {

/// Lists of outcomes get long; a menu entry must not.
constexpr qsizetype longestValueText = 28;

QString valueText(const Experiment &experiment, const QString &path, const Field &field)
{
    const auto value = getField(experiment, path);
    const QString text = value ? humanFieldText(field, *value, QLocale()) : QString();
    return text.size() <= longestValueText ? text : text.left(longestValueText - 1) + u'\u2026';
}

/// "Base 200 ms → 400 ms".
QString editText(const Experiment &before, const Experiment &after, const QString &path)
{
    const Field *field = findField(path);
    if (field == nullptr)
        return path;
    return Document::tr("%1 %2 → %3")
        .arg(fieldLabel(*field), valueText(before, path, *field), valueText(after, path, *field));
}

} // namespace

/// Swaps whole experiments: nothing can be forgotten, and undoing gives back an equal value.
class Document::Command : public QUndoCommand {
public:
    Command(Document &document, Experiment after, QString path, const QString &text, int drag)
        : m_document(document)
        , m_before(document.m_experiment)
        , m_after(std::move(after))
        , m_path(std::move(path))
        , m_drag(drag)
    {
        setText(text.isEmpty() ? editText(m_before, m_after, m_path) : text);
    }

    int id() const override { return m_drag == 0 ? -1 : 1; }

    bool mergeWith(const QUndoCommand *other) override
    {
        const auto *next = static_cast<const Command *>(other);
        if (next->m_drag != m_drag)
            return false;
        m_after = next->m_after;
        setText(editText(m_before, m_after, m_path));
        setObsolete(m_before == m_after);
        return true;
    }

    void undo() override { m_document.apply(m_before); }
    void redo() override { m_document.apply(m_after); }

private:
    Document &m_document;
    Experiment m_before;
    Experiment m_after;
    QString m_path;
    int m_drag; ///< 0 = a step of its own
};

Document::Document(QObject *parent)
    : QObject(parent)
    , m_experiment(defaultExperiment())
{
    m_autosaveTimer.setSingleShot(true);
    connect(&m_autosaveTimer, &QTimer::timeout, this, &Document::flushAutosave);
    connect(&m_stack, &QUndoStack::cleanChanged, this, [this] { settle(); });
}

void Document::load(const Experiment &experiment, const QString &fileName)
{
    const bool wasModified = isModified();
    m_drag.reset();
    m_recovered = false;
    m_experiment = experiment;
    m_fileName = fileName;
    m_stack.clear();
    discardAutosave();
    Q_EMIT experimentChanged(m_experiment);
    if (wasModified)
        Q_EMIT modifiedChanged(false);
}

Result<void> Document::edit(const QString &path, const FieldValue &value, bool dragging)
{
    const bool continued = m_drag && m_drag->path == path;
    if (!continued) {
        m_drag.reset();
        if (dragging)
            m_drag = Drag{path, m_experiment, ++m_lastDrag};
    }
    Experiment next = m_drag ? m_drag->before : m_experiment;
    const int drag = m_drag ? m_drag->id : 0;
    if (!dragging)
        m_drag.reset();
    if (const auto set = setField(next, path, value); !set)
        return refusal(set.error(), path);
    settlePartners(next, path);
    if (const auto valid = validate(next); !valid)
        return refusal(valid.error(), path);
    if (next != m_experiment)
        push(next, path, {}, drag);
    return {};
}

void Document::setSeed(std::uint64_t seed)
{
    // Every 64-bit number is a seed: nothing to refuse.
    (void)edit(QStringLiteral("seed"), QString::number(seed));
}

Result<void> Document::applyVariant(const QString &name)
{
    const auto next = withVariant(m_experiment, name);
    if (!next)
        return tl::unexpected(next.error());
    return change(*next, tr("Variant “%1”").arg(experimentText(name)));
}

Result<void> Document::change(const Experiment &next, const QString &text)
{
    m_drag.reset();
    if (const auto valid = validate(next); !valid)
        return tl::unexpected(valid.error());
    if (next != m_experiment)
        push(next, {}, text, 0);
    return {};
}

void Document::push(const Experiment &next, const QString &path, const QString &text, int drag)
{
    const QScopedValueRollback pushing(m_pushing, true);
    m_stack.push(new Command(*this, next, path, text, drag));
}

void Document::apply(const Experiment &experiment)
{
    // An undo in the middle of a drag ends it: its starting point is gone.
    if (!m_pushing)
        m_drag.reset();
    m_experiment = experiment;
    if (!m_autosaveFile.isEmpty() && !m_autosaveTimer.isActive())
        m_autosaveTimer.start();
    Q_EMIT experimentChanged(m_experiment);
}

Result<void> Document::refusal(const Error &error, const QString &path)
{
    Q_EMIT refused(path, error.message);
    return tl::unexpected(error);
}

void Document::settle()
{
    Q_EMIT modifiedChanged(isModified());
}

Result<void> Document::save(const QString &fileName)
{
    if (auto saved = saveExperiment(m_experiment, fileName); !saved)
        return saved;
    m_fileName = fileName;
    m_drag.reset();
    const bool wasRecovered = std::exchange(m_recovered, false);
    const bool wasClean = m_stack.isClean();
    m_stack.setClean();
    if (wasRecovered && wasClean)
        settle();
    discardAutosave();
    return {};
}

void Document::autosave(const QString &file, std::chrono::milliseconds interval)
{
    m_autosaveFile = file;
    m_autosaveTimer.setInterval(interval);
}

void Document::flushAutosave()
{
    m_autosaveTimer.stop();
    if (m_autosaveFile.isEmpty())
        return;
    if (!isModified()) {
        discardAutosave();
        return;
    }
    const auto saved = saveExperiment(m_experiment, m_autosaveFile);
    m_autosaved = m_autosaved || saved;
    if (saved)
        Q_EMIT autosaved();
    else
        Q_EMIT autosaveFailed(saved.error().message);
}

void Document::discardAutosave()
{
    m_autosaveTimer.stop();
    if (std::exchange(m_autosaved, false))
        QFile::remove(m_autosaveFile);
}

Result<bool> Document::recover()
{
    if (m_autosaveFile.isEmpty() || !QFile::exists(m_autosaveFile))
        return false;
    const auto found = loadExperiment(m_autosaveFile);
    if (!found)
        return tl::unexpected(found.error());
    load(*found);
    m_autosaved = true;
    m_recovered = true;
    settle();
    return true;
}

} // namespace retrylab
