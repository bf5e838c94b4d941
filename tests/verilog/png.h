// Writes pictures as PNG without any library.
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "vga.h"

namespace png {

namespace detail {

using Bytes = std::vector<uint8_t>;

inline uint32_t crc32(const Bytes &bytes) {
  uint32_t crc = ~0u;
  for (uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

inline void put32(Bytes &to, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) to.push_back(uint8_t(value >> shift));
}

// Deflate with the fixed codes of its specification. Repeats are found by the last positions of
// each four bytes.
class Deflate {
 public:
  Bytes zlib(const Bytes &input) {
    out_ = {0x78, 0x01};
    bits(1, 1);
    bits(1, 2);
    std::vector<size_t> latest(size_t(1) << 16, kNone), earlier(input.size(), kNone);
    for (size_t at = 0, known = 0; at < input.size();) {
      size_t length = 0, distance = 0;
      if (at + 4 <= input.size()) {
        size_t place = latest[hash(input, at)];
        for (int tries = 0; tries < 32 && place != kNone && at - place <= 32768;
             ++tries, place = earlier[place]) {
          const size_t match = match_length(input, at, at - place);
          if (match > length) length = match, distance = at - place;
        }
      }
      if (length < 4) {
        literal(input[at++]);
      } else {
        copy(int(length), int(distance));
        at += length;
      }
      for (; known < at && known + 4 <= input.size(); ++known)
        earlier[known] = std::exchange(latest[hash(input, known)], known);
    }
    literal(256);
    bits(0, 7);  // Pushes the last bits out.
    uint32_t low = 1, high = 0;
    for (uint8_t byte : input) {
      low = (low + byte) % 65521;
      high = (high + low) % 65521;
    }
    put32(out_, high << 16 | low);
    return std::move(out_);
  }

 private:
  static constexpr size_t kNone = size_t(-1);

  static size_t hash(const Bytes &input, size_t at) {
    uint32_t four = 0;
    for (int byte = 0; byte < 4; ++byte) four = four << 8 | input[at + byte];
    return four * 2654435761u >> 16;
  }
  static size_t match_length(const Bytes &input, size_t at, size_t back) {
    size_t length = 0;
    while (length < 258 && at + length < input.size() &&
           input[at + length] == input[at + length - back])
      ++length;
    return length;
  }
  void bits(unsigned value, int count) {
    for (int bit = 0; bit < count; ++bit) {
      pending_ |= (value >> bit & 1) << filled_;
      if (++filled_ == 8) {
        out_.push_back(uint8_t(pending_));
        pending_ = 0;
        filled_ = 0;
      }
    }
  }
  // Huffman codes go out with their first bit first.
  void code(unsigned value, int count) {
    for (int bit = count - 1; bit >= 0; --bit) bits(value >> bit & 1, 1);
  }
  void literal(unsigned symbol) {
    if (symbol < 144) code(0x30 + symbol, 8);
    else if (symbol < 256) code(0x190 + symbol - 144, 9);
    else if (symbol < 280) code(symbol - 256, 7);
    else code(0xC0 + symbol - 280, 8);
  }
  void copy(int length, int distance) {
    if (length == 258) {
      literal(285);
    } else {
      int extra = 0;
      while (length - 3 >= 8 << extra) ++extra;
      const int offset = length - 3;
      literal(unsigned(257 + 4 * extra + (offset >> extra)));
      bits(unsigned(offset & ((1 << extra) - 1)), extra);
    }
    int extra = 0;
    while (distance - 1 >= 4 << extra) ++extra;
    const int offset = distance - 1;
    code(unsigned(2 * extra + (offset >> extra)), 5);
    bits(unsigned(offset & ((1 << extra) - 1)), extra);
  }

  Bytes out_;
  unsigned pending_ = 0;
  int filled_ = 0;
};

inline void chunk(std::ofstream &file, const std::string &type, const Bytes &payload) {
  Bytes head, body(type.begin(), type.end()), tail;
  put32(head, uint32_t(payload.size()));
  body.insert(body.end(), payload.begin(), payload.end());
  put32(tail, crc32(body));
  for (const Bytes *part : {&head, &body, &tail})
    file.write(reinterpret_cast<const char *>(part->data()), std::streamsize(part->size()));
}

}  // namespace detail

// False when the file cannot be written. A picture of at most 256 colours has one byte per pixel
// and a colour table.
inline bool write(const std::string &path, const vga::Picture &picture) {
  std::map<vga::Colour, uint8_t> index;
  detail::Bytes table;
  auto put_colour = [](detail::Bytes &to, vga::Colour colour) {
    for (int shift = 8; shift >= 0; shift -= 4) to.push_back(uint8_t((colour >> shift & 15) * 17));
  };
  for (int y = 0; y < vga::kHeight; ++y)
    for (int x = 0; x < vga::kWidth; ++x)
      if (index.emplace(picture.at(x, y), uint8_t(index.size())).second)
        put_colour(table, picture.at(x, y));
  const bool indexed = index.size() <= 256;
  detail::Bytes header, lines;
  detail::put32(header, vga::kWidth);
  detail::put32(header, vga::kHeight);
  header.insert(header.end(), {8, uint8_t(indexed ? 3 : 2), 0, 0, 0});
  for (int y = 0; y < vga::kHeight; ++y) {
    lines.push_back(0);  // Each line begins with its filter: none.
    for (int x = 0; x < vga::kWidth; ++x) {
      if (indexed) lines.push_back(index[picture.at(x, y)]);
      else put_colour(lines, picture.at(x, y));
    }
  }
  std::ofstream file(path, std::ios::binary);
  file.write("\x89PNG\r\n\x1a\n", 8);
  detail::chunk(file, "IHDR", header);
  if (indexed) detail::chunk(file, "PLTE", table);
  detail::chunk(file, "IDAT", detail::Deflate().zlib(lines));
  detail::chunk(file, "IEND", {});
  return bool(file.flush());
}

}  // namespace png
