import { Code, type CodeValue } from "../code.js";
import { formatLiteral } from "../literal.js";

/** A property of the runtime, as source text. */
export function formatReference(name: string): Code {
  return new Code(`runtime.${name}`);
}

/** A call of a function of the runtime without side effects. */
export function formatCallOf(name: string, ...parameters: readonly CodeValue[]): Code {
  const list = parameters.map((value) => formatLiteral(value)).join(", ");
  return new Code(`/* @__PURE__ */ runtime.${name}(${list})`);
}
