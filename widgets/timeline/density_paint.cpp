// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/density.h"

#include "widgets/base/theme.h"
#include "widgets/timeline/density_pass.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace retrylab {

namespace {

constexpr int levels = 16;
constexpr double strengthPower = 0.42; ///< near the square root: one lane among forty can still be seen

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

QRgb mixed(const Theme &theme, int waiting, int ok, int failed)
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

/// Both premultiplied.
QRgb over(QRgb colour, QRgb ground)
{
    const auto rest = static_cast<unsigned>(255 - qAlpha(colour));
    const auto part = [&](int shift) {
        const unsigned seen = ((ground >> shift) & 0xFFU) * rest + 127;
        return ((colour >> shift) & 0xFFU) + seen / 255;
    };
    return part(0) | part(8) << 8 | part(16) << 16 | part(24) << 24;
}

/// Counts → colour. Three levels → colour is a table that is filled as colours are met: few of them are.
class Colours {
public:
    Colours(const Theme &theme, double lanesPerRow)
        : m_theme(theme)
        , m_levels(static_cast<std::size_t>(std::ceil(lanesPerRow)) + 2, 1)
        , m_colours(std::size_t{levels} * levels * levels)
        , m_known(m_colours.size())
    {
        m_levels[0] = 0;
        for (int level = 2; level < levels; ++level) {
            const double least = lanesPerRow * std::pow((level - 0.5) / (levels - 1), 1 / strengthPower);
            const auto first = std::min(static_cast<std::size_t>(std::ceil(least)), m_levels.size() - 1);
            std::fill(m_levels.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(first, 1)), m_levels.end(),
                      static_cast<std::uint8_t>(level));
        }
    }

    QRgb of(std::uint64_t sum)
    {
        const DensityCounts counts = DensityGrid::unpack(sum);
        if (counts.refused > 0) {
            Tint tint;
            tint.over(m_theme.open, 0.35 + 0.65 * level(counts.refused) / (levels - 1));
            return tint.premultiplied();
        }
        const int waiting = level(counts.waiting()), ok = level(counts.ok), failed = level(counts.failed);
        const auto i = (static_cast<std::size_t>(waiting) * levels + static_cast<std::size_t>(ok)) * levels
                       + static_cast<std::size_t>(failed);
        if (!m_known[i]) {
            m_colours[i] = mixed(m_theme, waiting, ok, failed);
            m_known[i] = true;
        }
        return m_colours[i];
    }

private:
    int level(std::uint32_t count) const { return m_levels[std::min<std::size_t>(count, m_levels.size() - 1)]; }

    const Theme &m_theme;
    std::vector<std::uint8_t> m_levels; ///< by count
    std::vector<QRgb> m_colours;
    std::vector<std::uint8_t> m_known;
};

/// Remembers the colours that were met over one ground. The same few counts come again and again, and finding one takes
/// no branch that the processor could not foresee.
class Palette {
public:
    explicit Palette(QRgb ground)
        : m_ground(ground)
    {
        m_met.fill({~std::uint64_t{0}, 0});
    }

    QRgb ground() const { return m_ground; }
    QRgb of(std::uint64_t sum, Colours &colours)
    {
        Met &met = m_met[(sum * 0x9E3779B97F4A7C15U) >> (64 - bits)];
        if (met.sum != sum)
            met = {sum, over(colours.of(sum), m_ground)};
        return met.colour;
    }

private:
    static constexpr int bits = 9;
    struct Met {
        std::uint64_t sum;
        QRgb colour;
    };

    std::array<Met, std::size_t{1} << bits> m_met;
    QRgb m_ground;
};

/// A palette for each of the grounds in the picture's row; most columns share one.
class Grounds {
public:
    Grounds(const QRgb *ground, std::size_t columns)
        : m_ofColumn(columns)
    {
        for (std::size_t c = 0; c < columns; ++c)
            m_ofColumn[c] = find(ground[c]);
    }
    Palette &at(std::size_t column) { return m_palettes[m_ofColumn[column]]; }
    /// Null where columns differ.
    Palette *commonTo(std::size_t from, std::size_t columns)
    {
        const auto first = m_ofColumn.begin() + static_cast<std::ptrdiff_t>(from);
        const auto other = std::find_if(first, first + static_cast<std::ptrdiff_t>(columns),
                                        [first](std::size_t palette) { return palette != *first; });
        return other == first + static_cast<std::ptrdiff_t>(columns) ? &m_palettes[*first] : nullptr;
    }

private:
    std::size_t find(QRgb ground)
    {
        if (m_last < m_palettes.size() && m_palettes[m_last].ground() == ground)
            return m_last;
        const auto found = std::find_if(m_palettes.begin(), m_palettes.end(),
                                        [ground](const Palette &palette) { return palette.ground() == ground; });
        m_last = static_cast<std::size_t>(found - m_palettes.begin());
        if (found == m_palettes.end())
            m_palettes.emplace_back(ground);
        return m_last;
    }

    std::vector<Palette> m_palettes;
    std::vector<std::size_t> m_ofColumn;
    std::size_t m_last = 0;
};

/// The part of a picture that is written, without asking the picture for each of its rows.
struct Pixels {
    uchar *bits;
    qsizetype bytesPerLine;
    int left, top;
    int columns, height; ///< inside the picture

    QRgb *line(int y) const { return reinterpret_cast<QRgb *>(bits + (top + y) * bytesPerLine) + left; }
};

/// For each of the grid's rows, and for the one after the last, the first pixel row whose middle lies in it.
std::vector<int> firstLines(int rows, int height)
{
    std::vector<int> lines(static_cast<std::size_t>(rows) + 1);
    for (int row = 0; row <= rows; ++row)
        lines[static_cast<std::size_t>(row)] = static_cast<int>((std::int64_t{2} * row * height + rows - 1)
                                                                / (std::int64_t{2} * rows));
    return lines;
}

/// Colours a grid into a picture.
class Colouring {
public:
    Colouring(const DensityGrid &grid, const Theme &theme, const Pixels &pixels, const std::vector<int> &lines)
        : m_pass(grid)
        , m_pixels(pixels)
        , m_lines(lines)
        , m_colours(theme, grid.lanesPerRow())
        , m_grounds(pixels.line(0), static_cast<std::size_t>(pixels.columns))
        , m_sums(static_cast<std::size_t>(grid.rows()), 0)
    {
    }

    /// Colours each of the grid's rows once, into the first of its pixel rows, strip by strip.
    void run()
    {
        while (m_pass.next() && m_pass.first() < m_pixels.columns) {
            const auto from = static_cast<std::size_t>(m_pass.first());
            const auto width = std::min(static_cast<std::size_t>(m_pass.width()),
                                        static_cast<std::size_t>(m_pixels.columns) - from);
            Palette *palette = m_grounds.commonTo(from, width);
            for (std::size_t row = 0; row < m_sums.size() && m_lines[row] < m_pixels.height; ++row)
                piece(row, from, width, palette);
        }
    }

private:
    /// `palette` is that of all columns; null where they differ.
    void piece(std::size_t row, std::size_t from, std::size_t width, Palette *palette)
    {
        const bool changes = m_pass.changes(row);
        std::uint64_t sum = m_sums[row];
        if (!changes && sum == 0)
            return; // nothing lives there: that is so in most of most pictures
        QRgb *pixel = m_pixels.line(m_lines[row]) + from;
        if (!changes) {
            for (std::size_t c = 0; c < width; ++c)
                pixel[c] = palette && c > 0 ? pixel[0] : m_grounds.at(from + c).of(sum, m_colours);
            return;
        }
        for (std::size_t c = 0; c < width; ++c) {
            sum += m_pass.change(row, c);
            pixel[c] = (palette ? *palette : m_grounds.at(from + c)).of(sum, m_colours);
        }
        m_sums[row] = sum;
    }

    DensityPass m_pass;
    const Pixels &m_pixels;
    const std::vector<int> &m_lines;
    Colours m_colours;
    Grounds m_grounds;
    std::vector<std::uint64_t> m_sums;
};

} // namespace

void paintDensity(const DensityGrid &grid, const Theme &theme, QImage &onto, QRect where)
{
    const int columns = std::min(grid.columns(), onto.width() - where.left());
    const int height = std::min(where.height(), onto.height() - where.top());
    if (columns <= 0 || height <= 0)
        return;
    const Pixels pixels{onto.bits(), onto.bytesPerLine(), where.left(), where.top(), columns, height};
    const std::vector<int> lines = firstLines(grid.rows(), where.height());
    Colouring(grid, theme, pixels, lines).run();
    // Where a row is several pixels high, they are alike.
    for (std::size_t row = 0; row + 1 < lines.size(); ++row)
        for (int y = lines[row] + 1; y < std::min(lines[row + 1], height); ++y)
            std::copy_n(pixels.line(lines[row]), columns, pixels.line(y));
}

QImage paintDensity(const DensityGrid &grid, const Theme &theme)
{
    QImage image(grid.columns(), grid.rows(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    paintDensity(grid, theme, image, image.rect());
    return image;
}

} // namespace retrylab
