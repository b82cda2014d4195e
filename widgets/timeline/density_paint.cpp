// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/density.h"

#include "widgets/base/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace retrylab {

namespace {

constexpr int levels = 16;
constexpr double strengthPower = 0.42; ///< near the square root: one lane among forty can still be seen
constexpr int tileWidth = 16;          ///< columns coloured together, so that image rows are written 64 bytes at a time

struct Tint {
    double red = 0, green = 0, blue = 0, alpha = 0; ///< premultiplied

    void over(const QColor &colour, double strength)
    {
        red = red * (1 - strength) + colour.redF() * strength;
        green = green * (1 - strength) + colour.greenF() * strength;
        blue = blue * (1 - strength) + colour.blueF() * strength;
        alpha = alpha * (1 - strength) + strength;
    }
    QRgb premultiplied() const
    {
        const auto byte = [](double v) { return static_cast<int>(std::lround(255 * std::clamp(v, 0.0, 1.0))); };
        return qRgba(byte(red), byte(green), byte(blue), byte(alpha));
    }
};

/// Counts → colour through two small tables: count → level, three levels → colour.
class Colours {
public:
    Colours(const Theme &theme, double lanesPerRow)
        : m_colours(std::size_t{levels} * levels * levels)
    {
        const auto most = static_cast<std::size_t>(std::ceil(lanesPerRow)) + 1;
        m_levels.resize(most + 1);
        for (std::size_t n = 1; n <= most; ++n) {
            const double share = std::min(1.0, static_cast<double>(n) / lanesPerRow);
            m_levels[n] = static_cast<std::uint8_t>(
                std::clamp(std::lround((levels - 1) * std::pow(share, strengthPower)), 2L, levels - 1L));
        }
        for (int waiting = 0; waiting < levels; ++waiting)
            for (int ok = 0; ok < levels; ++ok)
                for (int failed = 0; failed < levels; ++failed)
                    m_colours[index(waiting, ok, failed)] = mix(theme, waiting, ok, failed);
        for (int refused = 0; refused < levels; ++refused) {
            Tint tint;
            tint.over(theme.open, 0.35 + 0.65 * refused / (levels - 1));
            m_refused[static_cast<std::size_t>(refused)] = tint.premultiplied();
        }
    }

    QRgb of(std::uint64_t sum) const
    {
        const DensityCounts counts = DensityGrid::unpack(sum);
        if (counts.refused > 0)
            return m_refused[static_cast<std::size_t>(level(counts.refused))];
        return m_colours[index(level(counts.waiting()), level(counts.ok), level(counts.failed))];
    }

private:
    static std::size_t index(int waiting, int ok, int failed)
    {
        constexpr std::size_t radix = levels;
        return (static_cast<std::size_t>(waiting) * radix + static_cast<std::size_t>(ok)) * radix
               + static_cast<std::size_t>(failed);
    }
    int level(std::uint32_t count) const { return m_levels[std::min<std::size_t>(count, m_levels.size() - 1)]; }

    static QRgb mix(const Theme &theme, int waiting, int ok, int failed)
    {
        Tint tint;
        const double top = levels - 1;
        tint.over(theme.waiting, 0.30 * waiting / top); // waits are background: long, and nothing happens in them
        if (ok + failed > 0) {
            const double share = double(failed * failed) / double(failed * failed + ok * ok);
            const auto blend = [share](double a, double b) { return static_cast<float>(a + (b - a) * share); };
            const QColor colour = QColor::fromRgbF(blend(theme.goodput.redF(), theme.failure.redF()),
                                                   blend(theme.goodput.greenF(), theme.failure.greenF()),
                                                   blend(theme.goodput.blueF(), theme.failure.blueF()));
            tint.over(colour, std::min(1.0, std::hypot(ok, failed) / top));
        }
        return tint.premultiplied();
    }

    std::vector<std::uint8_t> m_levels;
    std::vector<QRgb> m_colours;
    std::array<QRgb, levels> m_refused{};
};

} // namespace

QImage paintDensity(const DensityGrid &grid, const Theme &theme)
{
    const auto rows = static_cast<std::size_t>(grid.rows());
    const Colours colours(theme, grid.lanesPerRow());
    QImage image(grid.columns(), grid.rows(), QImage::Format_ARGB32_Premultiplied);
    std::vector<std::uint64_t> sums(rows, 0);
    std::vector<QRgb> now(rows, 0);
    std::vector<std::array<QRgb, tileWidth>> tile(rows);
    for (int from = 0; from < grid.columns(); from += tileWidth) {
        const int width = std::min(tileWidth, grid.columns() - from);
        for (int c = 0; c < width; ++c) {
            const std::uint64_t *changes = grid.column(from + c);
            for (std::size_t row = 0; row < rows; ++row) {
                if (changes[row] != 0) {
                    sums[row] += changes[row];
                    now[row] = colours.of(sums[row]);
                }
                tile[row][static_cast<std::size_t>(c)] = now[row];
            }
        }
        for (std::size_t row = 0; row < rows; ++row) {
            auto *line = reinterpret_cast<QRgb *>(image.scanLine(static_cast<int>(row)));
            std::copy_n(tile[row].begin(), width, line + from);
        }
    }
    return image;
}

} // namespace retrylab
