// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/field_accessible.h"

#include "widgets/policy/field_slider.h"
#include "widgets/policy/field_text.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <algorithm>

namespace retrylab {

namespace {

/// Numbers go out in the unit that people use: milliseconds, percent.
double spokenUnit(FieldType type)
{
    switch (type) {
    case FieldType::duration: return 1e6;
    case FieldType::share: return 0.01;
    default: return 1.0;
    }
}

class AccessibleFieldSlider final : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit AccessibleFieldSlider(FieldSlider *slider)
        : QAccessibleWidget(slider, QAccessible::Slider)
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
        return kind == QAccessible::Value ? slider().spokenValue() : QAccessibleWidget::text(kind);
    }

    QVariant currentValue() const override
    {
        return naturalValue(slider().fieldValue()) / spokenUnit(slider().field().type);
    }
    QVariant minimumValue() const override { return slider().field().sliderLeast / spokenUnit(slider().field().type); }
    QVariant maximumValue() const override { return slider().field().sliderMost / spokenUnit(slider().field().type); }
    QVariant minimumStepSize() const override { return {}; }

    void setCurrentValue(const QVariant &value) override
    {
        const Field &field = slider().field();
        const double natural = std::clamp(value.toDouble() * spokenUnit(field.type), field.sliderLeast,
                                          field.sliderMost);
        const FieldValue next = fromNatural(field.type, natural);
        if (next == slider().fieldValue())
            return;
        slider().setFieldValue(next);
        Q_EMIT slider().edited(next, false);
    }

private:
    FieldSlider &slider() const { return *static_cast<FieldSlider *>(object()); }
};

QAccessibleInterface *accessibleFor(const QString &className, QObject *object)
{
    if (className != QLatin1String(FieldSlider::staticMetaObject.className()))
        return nullptr;
    auto *slider = qobject_cast<FieldSlider *>(object);
    return slider != nullptr ? new AccessibleFieldSlider(slider) : nullptr;
}

} // namespace

void installFieldAccessibility()
{
    // installFactory() ignores a factory that it knows already.
    QAccessible::installFactory(accessibleFor);
}

} // namespace retrylab
