/**
 * HMAC-SHA1 of RFC 2202, section 3, in hexadecimal, and edge cases computed by `openssl dgst -sha1 -hmac`. A secret is
 * text, so the binary keys of cases 3, 6 and 7 are replaced by keys around the length of a block.
 */
export type Vector = {
  readonly title: string;
  readonly secret: string;
  readonly payload: string | Uint8Array;
  readonly hex: string;
};

const all = (byte: number, length: number): Uint8Array => new Uint8Array(length).fill(byte);

export const VECTORS: readonly Vector[] = [
  {
    title: "RFC 2202, case 1",
    secret: "\x0b".repeat(20),
    payload: "Hi There",
    hex: "b617318655057264e28bc0b6fb378c8ef146be00",
  },
  {
    title: "RFC 2202, case 2",
    secret: "Jefe",
    payload: "what do ya want for nothing?",
    hex: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
  },
  {
    title: "RFC 2202, case 4",
    secret: String.fromCharCode(...Array.from({ length: 25 }, (_, index) => index + 1)),
    payload: all(0xcd, 50),
    hex: "4c9007f4026250c6bc8414f9bf50c86c2d7235da",
  },
  {
    title: "RFC 2202, case 5",
    secret: "\x0c".repeat(20),
    payload: "Test With Truncation",
    hex: "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04",
  },
  {
    title: "a key of one byte less than a block",
    secret: "k".repeat(63),
    payload: "a",
    hex: "ed5f2cb3d4b69f12bc4aad6797afce1e7b73a106",
  },
  { title: "a key of a block", secret: "k".repeat(64), payload: "a", hex: "9ae7bdbaa319685b0dbce52c5d16e622f9d4e3d3" },
  {
    title: "a key of more than a block",
    secret: "k".repeat(65),
    payload: "a",
    hex: "155d9d6b43c68d5674422b64f0b8313f921b3784",
  },
  { title: "nothing", secret: "k".repeat(63), payload: "", hex: "f4cff7cd54b18b8656227ff7b775ecec41f136db" },
  { title: "a key beyond ASCII", secret: "Schlüssel ✓", payload: "a", hex: "6014abc7252997fbdb22813d4464b4455f7020e9" },
  { title: "a mebibyte", secret: "zeros", payload: all(0, 2 ** 20), hex: "e5203d2db3e21e234d7ccdd73c2c29cd22cedbff" },
  {
    title: "a byte order mark",
    secret: "mark",
    payload: "\uFEFF{}\r\n",
    hex: "a3fccd10a9b31dbb1d1ef7a3d6d59a3fb402737a",
  },
  {
    title: "bytes that are no text",
    secret: "bytes",
    payload: new Uint8Array([0xff, 0xfe, 0]),
    hex: "e9dfea21f98486be593d6a3228e840480f4e0309",
  },
];
