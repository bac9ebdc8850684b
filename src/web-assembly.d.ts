/** The part of WebAssembly that is used here; the types of Node do not declare it. Absent under `node --jitless`. */
declare const WebAssembly:
  | {
      readonly Module: new (bytes: Uint8Array) => WebAssemblyModule;
      readonly Instance: new (module: WebAssemblyModule, imports: object) => { readonly exports: object };
      readonly Memory: new (size: { readonly initial: number }) => WebAssemblyMemory;
    }
  | undefined;

declare type WebAssemblyModule = object;

declare type WebAssemblyMemory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
