// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for libFuzzer where the compiler has none: feeds the target every file of the folders it is given, and every
// beginning of each short file, which is what a truncated download looks like.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

constexpr std::size_t longestToCut = 4096;

void runFile(const std::filesystem::path &file)
{
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    const auto *data = reinterpret_cast<const std::uint8_t *>(bytes.data());
    LLVMFuzzerTestOneInput(data, bytes.size());
    for (std::size_t length = 0; bytes.size() <= longestToCut && length < bytes.size(); ++length)
        LLVMFuzzerTestOneInput(data, length);
}

} // namespace

int main(int argc, char **argv)
{
    int files = 0;
    for (int i = 1; i < argc; ++i) {
        for (const auto &entry : std::filesystem::directory_iterator(argv[i])) {
            if (!entry.is_regular_file())
                continue;
            runFile(entry.path());
            ++files;
        }
    }
    std::cout << files << " seeds\n";
    return files > 0 ? 0 : 1;
}
