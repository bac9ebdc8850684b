export type ParsedMediaType = {
  /** Type and subtype in lower case, such as `application/json`. */
  readonly essence: string;
  readonly type: string;
  readonly subtype: string;
  /** What follows the last `+` of the subtype, such as `json`. */
  readonly suffix: string | undefined;
  /** Names in lower case; of a repeated one the first. */
  readonly parameters: Readonly<Record<string, string>>;
};

/**
 * Reads a media type, or a media range, as Content-Type and descriptions write them; undefined when it is none.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
 */
export function parseMediaType(value: string): ParsedMediaType | undefined {
  const essence = parseEssence(value);
  const slash = essence.indexOf("/");
  const type = essence.slice(0, Math.max(0, slash));
  const subtype = essence.slice(slash + 1);
  if (!isToken(type) || !isToken(subtype)) return undefined;
  const plus = subtype.lastIndexOf("+");
  const suffix = plus < 0 ? undefined : subtype.slice(plus + 1);
  const parameters = parseParameters(value);
  return parameters && { essence, type, subtype, suffix, parameters };
}

/** What stands before the parameters, in lower case. */
export function parseEssence(value: string): string {
  const semicolon = value.indexOf(";");
  return (semicolon < 0 ? value : value.slice(0, semicolon)).trim().toLowerCase();
}

function parseParameters(value: string): Readonly<Record<string, string>> | undefined {
  const parameters: Record<string, string> = Object.create(null);
  const semicolon = value.indexOf(";");
  if (semicolon < 0) return parameters;
  PARAMETER.lastIndex = semicolon;
  while (PARAMETER.lastIndex < value.length) {
    const match = PARAMETER.exec(value);
    if (match === null) return undefined;
    const [, name, token, quoted] = match;
    if (name !== undefined) parameters[name.toLowerCase()] ??= token ?? (quoted ?? "").replace(/\\(.)/gs, "$1");
  }
  return parameters;
}

function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

// An empty parameter is allowed by RFC 9110 and written by careless servers: "application/json;".
const PARAMETER = /[ \t]*;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"((?:[^"\\]|\\.)*)"))?[ \t]*/gsy;
