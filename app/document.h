// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/fields.h"
#include "core/lab/result.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <QUndoStack>

#include <optional>

namespace retrylab {

/// The experiment that is being edited, with its history. It is valid at every moment (see validate()): a change that
/// would make it invalid is refused whole. Fields that depend on one another (base ≤ cap, from < to …) move together.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject *parent = nullptr);

    const Experiment &experiment() const { return m_experiment; }
    /// Where it was loaded from or saved to; empty for a built-in or a new one.
    const QString &fileName() const { return m_fileName; }
    QUndoStack *undoStack() { return &m_stack; }
    /// Differs from what was loaded or saved last.
    bool isModified() const { return m_recovered || !m_stack.isClean(); }

    /// Opens another experiment; the history starts anew. The experiment must be valid.
    void load(const Experiment &experiment, const QString &fileName = {});

    /// Sets one field as one undo step. While `dragging`, edits of the same path belong together: they become one step,
    /// each is applied to the experiment as it was when the drag began (so what was pushed along comes back with the
    /// hand), and a drag that ends where it began leaves no step. The drag ends with the edit that has dragging = false.
    /// Error: the value is not allowed; nothing has changed, and refused() is emitted too.
    Result<void> edit(const QString &path, const FieldValue &value, bool dragging = false);

    /// Another seed, as one undo step.
    void setSeed(std::uint64_t seed);
    /// The settings of one of the experiment's variants, as one undo step. Error: there is no such variant.
    Result<void> applyVariant(const QString &name);
    /// Any other change, as one undo step named `text`. Error: `next` is not valid.
    Result<void> change(const Experiment &next, const QString &text);

    /// Writes the file; the document is unmodified after success.
    Result<void> save(const QString &fileName);

    /// From now on, keeps unsaved work in `file`: written atomically, at most once per `interval` after a change, removed
    /// when there is nothing unsaved any more. An existing file is left alone until then.
    void autosave(const QString &file, std::chrono::milliseconds interval = std::chrono::seconds(1));
    /// Writes what autosave() still has to write, now.
    void flushAutosave();
    /// Unsaved work is not wanted any more (the window closes and the person said so).
    void discardAutosave();
    /// Loads what an earlier run left in the autosave file, as modified. False: there was nothing.
    /// Error: there is a file, but it cannot be read.
    Result<bool> recover();

Q_SIGNALS:
    void experimentChanged(const retrylab::Experiment &experiment);
    /// An edit was refused: why, in one sentence. The views should go back to the experiment.
    void refused(const QString &path, const QString &message);
    void modifiedChanged(bool modified);
    void autosaved();
    void autosaveFailed(const QString &message);

private:
    class Command;
    struct Drag {
        QString path;
        Experiment before;
        int id = 0;
    };

    void apply(const Experiment &experiment);
    void push(const Experiment &next, const QString &path, const QString &text, int drag);
    void settle();
    Result<void> refusal(const Error &error, const QString &path);

    Experiment m_experiment;
    QString m_fileName;
    QUndoStack m_stack;
    std::optional<Drag> m_drag;
    int m_lastDrag = 0;
    bool m_pushing = false;   ///< the stack runs a new command, not an undo or redo
    bool m_recovered = false; ///< what was loaded was never saved

    QString m_autosaveFile;
    QTimer m_autosaveTimer;
    bool m_autosaved = false; ///< the autosave file is ours
};

} // namespace retrylab
