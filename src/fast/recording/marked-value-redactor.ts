import { joinPointer, type Pointer, parsePointer } from "../../document/index.js";
import { isSecretName, type MarkedValue, redactText, replaceJsonScalars } from "../../exchange/index.js";
import { redactJsonToken, redactWhole, type TextRedactor } from "../../gate/redaction/text-redactor.js";
import type { Finding } from "../../gate/validation/finding.js";
import { isSensitive, type Schemas } from "../../schema/index.js";

export type RedactedParts = {
  readonly parts: readonly Buffer[];
  /** The difference in size, in bytes without the escapes. */
  readonly growth: number;
  /** Whether a name, or a redacted value, indicates a secret. Secrets in other values have to be searched for in the original body. */
  readonly hasSecrets: boolean;
  /** Whether the body is valid, as the original is. If false, it may still be valid. */
  readonly isAccepted: boolean;
};

/** Redacts the sensitive values in valid bodies of one schema. A body is the content of a JSON string with its escapes. */
export class MarkedValueRedactor {
  readonly #schemas: Schemas;
  readonly #schema: Pointer;
  readonly #places = new Map<Pointer, Place>();
  readonly #pointers = new WeakMap<MarkedValue["path"], Pointer>();

  constructor(schemas: Schemas, schema: Pointer) {
    this.#schemas = schemas;
    this.#schema = schema;
  }

  /** Returns undefined if the schema is known to reject the redaction placeholder for one of the values. */
  redact(body: Buffer, values: readonly MarkedValue[], redactor: TextRedactor): RedactedParts | undefined {
    const parts: Buffer[] = [];
    const result = { parts, growth: 0, hasSecrets: false, isAccepted: true };
    let from = 0;
    let isRejected = false;
    for (const value of values) {
      const start = this.#getPointer(value.path);
      const text = unescapeJson(body.toString("utf8", value.start, value.end));
      const redacted = replaceJsonScalars(text, (at, token) => {
        const place = this.#getPlace(start + at);
        result.hasSecrets ||= place.hasSecretName;
        if (!place.isSensitive) return undefined;
        const hidden = redactJsonToken(token, redactor);
        if (hidden === token) return undefined;
        result.hasSecrets ||= redactText(hidden) !== hidden;
        isRejected ||= place.rejectsPlaceholder && redactor === redactWhole && token.startsWith('"');
        return hidden;
      });
      if (isRejected) return undefined;
      if (redacted === text) continue;
      const content = Buffer.from(JSON.stringify(redacted).slice(1, -1));
      parts.push(body.subarray(from, value.start), content);
      from = value.end;
      result.growth += Buffer.byteLength(redacted) - Buffer.byteLength(text);
      // Rules about listings read the links, and other values at the top level.
      const isRead = value.path.length < 2 || value.path[0] === "links";
      result.isAccepted &&= !isRead && value.accepts(content);
    }
    parts.push(body.subarray(from));
    return result;
  }

  /** Remembers where the schema rejects the redaction placeholder, so that not every body tries it. */
  learnRejected(findings: readonly Finding[]): void {
    const rejected = new Set(findings.map(({ recording }) => toFirstItems(recording.body ?? "")));
    for (const [pointer, place] of this.#places) place.rejectsPlaceholder ||= rejected.has(toFirstItems(pointer));
  }

  #getPlace(pointer: Pointer): Place {
    const known = this.#places.get(pointer);
    if (known !== undefined) return known;
    const place = {
      isSensitive: isSensitive(this.#schemas, this.#schema, pointer),
      hasSecretName: parsePointer(pointer).some(isSecretName),
      rejectsPlaceholder: false,
    };
    if (this.#places.size < MAX_PLACES) this.#places.set(pointer, place);
    return place;
  }

  #getPointer(path: MarkedValue["path"]): Pointer {
    const pointer = this.#pointers.get(path) ?? path.reduce<Pointer>((at, name = "0") => joinPointer(at, name), "");
    this.#pointers.set(path, pointer);
    return pointer;
  }
}

/** What is known about the values at a pointer. All items of an array share that of the first. */
type Place = { readonly isSensitive: boolean; readonly hasSecretName: boolean; rejectsPlaceholder: boolean };

function toFirstItems(pointer: Pointer): Pointer {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/0");
}

/** Returns the text of the content of a JSON string. */
export function unescapeJson(escaped: string): string {
  return JSON.parse(`"${escaped}"`) as string;
}

/** More than any schema has. The names of map entries count, too. */
const MAX_PLACES = 10_000;
