import { MODULE } from "./module.js";

/** The functions in assembly/. Addresses are 0 if something was not found. */
export type WasmExports = {
  readonly accepts: (schema: number, start: number, length: number) => number;
  readonly getRecordsEnd: () => number;
  readonly match: (template: number, start: number, end: number) => number;
};

/** The functions in assembly/host.ts. */
export type WasmHost = {
  readonly validateWithSchema: (id: number, start: number, end: number) => boolean;
  readonly testText: (id: number, start: number, end: number) => boolean;
  readonly testNumber: (id: number, value: number) => boolean;
};

/**
 * Creates an instance with memory from 0 to beyond an address.
 *
 * @throws {Error} if WebAssembly is not available, or there is no memory for it.
 */
export function createInstance(
  start: number,
  host: WasmHost = NO_HOST,
): { readonly memory: WebAssemblyMemory; readonly exports: WasmExports } {
  if (WebAssembly === undefined) throw new Error("WebAssembly is not available");
  compiled ??= new WebAssembly.Module(Buffer.from(MODULE, "base64"));
  const memory = new WebAssembly.Memory({ initial: start / WASM_PAGE_SIZE + 1 });
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory }, host });
  return { memory, exports: exports as WasmExports };
}

const NO_HOST: WasmHost = { validateWithSchema: () => false, testText: () => false, testNumber: () => false };

/** Shared by all instances. */
let compiled: WebAssemblyModule | undefined;

/** The unit of WebAssembly memory in bytes. */
export const WASM_PAGE_SIZE = 65536;
/** More bytes than the module loads at once. */
export const READ_AHEAD_BYTES = 64;
