import { MODULE } from "./module.js";

/** The functions in assembly/. Addresses are 0 if something was not found. */
export type WasmExports = {
  readonly match: (template: number, start: number, end: number) => number;
};

/**
 * Creates an instance with memory from 0 to beyond an address.
 *
 * @throws {Error} if WebAssembly is not available, or there is no memory for it.
 */
export function createInstance(start: number): { readonly memory: WebAssemblyMemory; readonly exports: WasmExports } {
  if (WebAssembly === undefined) throw new Error("WebAssembly is not available");
  compiled ??= new WebAssembly.Module(Buffer.from(MODULE, "base64"));
  const memory = new WebAssembly.Memory({ initial: start / WASM_PAGE_SIZE + 1 });
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  return { memory, exports: exports as WasmExports };
}

/** Shared by all instances. */
let compiled: WebAssemblyModule | undefined;

/** The unit of WebAssembly memory in bytes. */
export const WASM_PAGE_SIZE = 65536;
/** More bytes than the module loads at once. */
export const READ_AHEAD_BYTES = 64;
