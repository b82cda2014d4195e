// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/spoken_value.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QWidget>

namespace retrylab {

namespace {

class AccessibleValue final : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    AccessibleValue(QWidget *widget, SpokenValue *value)
        : QAccessibleWidget(widget, QAccessible::Slider)
        , m_value(value)
    {
    }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface *>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? m_value->spokenValue() : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return m_value->spokenNumber(); }
    QVariant minimumValue() const override { return m_value->spokenLeast(); }
    QVariant maximumValue() const override { return m_value->spokenMost(); }
    QVariant minimumStepSize() const override { return {}; }
    void setCurrentValue(const QVariant &value) override { m_value->setSpokenNumber(value.toDouble()); }

private:
    SpokenValue *m_value; // is the widget itself; the interface never outlives it
};

QAccessibleInterface *accessibleFor(const QString &, QObject *object)
{
    auto *value = dynamic_cast<SpokenValue *>(object);
    auto *widget = qobject_cast<QWidget *>(object);
    return value != nullptr && widget != nullptr ? new AccessibleValue(widget, value) : nullptr;
}

} // namespace

void installSpokenValues()
{
    // installFactory() ignores a factory that it knows already.
    QAccessible::installFactory(accessibleFor);
}

} // namespace retrylab
