/** The part of WebAssembly that is used here; the types of Node do not declare it. */
type WebAssembly = {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
  readonly Memory: new (size: { readonly initial: number }) => Memory;
};

export type Memory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };

/** Absent where the runtime has been told to do without (`node --jitless`). */
export const webAssembly: WebAssembly | undefined = (globalThis as { readonly WebAssembly?: WebAssembly }).WebAssembly;

export const PAGE = 65536;
