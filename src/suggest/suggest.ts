import {
  asObject,
  type Document,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  type Operation,
  type Pointer,
  parentPointer,
  valueAt,
} from "../document/index.js";
import type { FindingGroup } from "../gate/index.js";
import { type SchemaMeans, schemaOfShape } from "./infer/shape-schema.js";
import { writtenMedia, writtenResponse } from "./infer/written-operation.js";
import type { Seen } from "./seen.js";
import { sharedAnswer } from "./shared-answer.js";
import type { Evidence, Suggestion } from "./suggestion.js";
import { withWrittenReferences } from "./written-references.js";

export type Drift = {
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly groups: readonly FindingGroup[];
  readonly seen: Seen;
  /** Whether new error statuses refer to the answer that others share; otherwise they stand for themselves. */
  readonly shares: boolean;
};

/**
 * What to add to a description so that it knows what traffic has shown beyond it, each addition once, with the evidence of
 * all findings that it is for. What a finding does not show, as it may be a secret, is not suggested.
 */
export function suggest(drift: Drift): readonly Suggestion[] {
  const found = new Map<string, Suggestion>();
  for (const group of drift.groups) {
    for (const it of suggestionsOf(drift, group)) {
      const key = JSON.stringify([it.at, it.key, it.value]);
      const known = found.get(key);
      found.set(key, known === undefined ? it : { ...it, evidence: together(known, it) });
    }
  }
  return [...found.values()];
}

type Addition = Omit<Suggestion, "evidence" | "bundled"> & Partial<Pick<Suggestion, "evidence" | "bundled">>;

function suggestionsOf(drift: Drift, group: FindingGroup): Suggestion[] {
  const [, , verdict = ""] = group.code.split(".");
  const { exchanges, of, first, last } = group;
  const place = ({ source, index, startedAt }: FindingGroup["first" | "last"]) => ({
    source,
    index,
    ...(startedAt === undefined ? {} : { startedAt }),
  });
  const evidence = { exchanges, of, first: place(first), last: place(last) };
  const additions = verdict === "unlisted" ? unlisted(drift, group) : ADDED[group.code]?.(drift, group);
  return (additions ?? []).map((it) =>
    it.bundled === undefined
      ? { evidence, ...it, bundled: it.value, value: withWrittenReferences(drift.document, it.at, it.value) }
      : { evidence, ...it, bundled: it.bundled },
  );
}

const ADDED: Partial<Record<FindingGroup["code"], (drift: Drift, group: FindingGroup) => readonly Addition[]>> = {
  "request.body.undeclared": property,
  "response.body.undeclared": property,
  "request.query.undeclared": (drift, group) => parameter(drift, group, "query"),
  "request.header.undeclared": (drift, group) => parameter(drift, group, "header"),
  "request.path.undeclared": property,
  "request.cookie.undeclared": property,
  "response.header.undeclared": header,
  "response.status.undocumented": status,
  "request.content-type.undocumented": contentType,
  "response.content-type.undocumented": contentType,
};

/** Values are as long as their list is, of the type of its values. */
function unlisted({ document, seen }: Drift, { names, contract, of }: FindingGroup): readonly Addition[] {
  const at = contract.pointer;
  const listed = valueAt(document.root, at);
  const isNumeric = Array.isArray(listed) && listed.length > 0 && listed.every((it) => typeof it === "number");
  return names.flatMap((name) => {
    const found = seen.unlisted(at, name);
    // A name that no value has is one that is not shown as it is.
    if (found === undefined) return [];
    const evidence = { ...found, of: Math.max(of, found.exchanges) };
    const title = `list the value ${JSON.stringify(name)}`;
    return [{ title, at, value: isNumeric ? Number(name) : name, evidence, isCounted: true }];
  });
}

function property(drift: Drift, { name, names, contract }: FindingGroup): readonly Addition[] {
  const { seen } = drift;
  if (name === undefined || names.length > 1) return [];
  const value = schemaOfShape(seen.shape(contract.pointer, name), meansOf(drift));
  if (seen.isMarkup(contract.pointer, name)) return attribute(name, contract.pointer, value);
  return [{ title: `declare the property ${JSON.stringify(name)}`, at: contract.pointer, key: name, value }];
}

/** An attribute in XML is a property, of an object; other things that may stand there no description can declare. */
function attribute(name: string, at: Pointer, schema: Json): readonly Addition[] {
  if (!name.startsWith("@") || lastToken(at) !== "properties") return [];
  const key = name.slice(1);
  const value = { ...asObject(schema), xml: { attribute: true } };
  return [{ title: `declare the attribute ${JSON.stringify(key)}`, at, key, value }];
}

/** What stands at an operation is a parameter of its own, and what stands elsewhere a property of one. */
function parameter(drift: Drift, group: FindingGroup, location: "query" | "header"): readonly Addition[] {
  const { document, operations, seen } = drift;
  const { name, names, contract } = group;
  if (operations.every(({ pointer }) => pointer !== contract.pointer)) return property(drift, group);
  if (name === undefined || names.length > 1) return [];
  const schema = schemaOfShape(seen.shape(contract.pointer, name), meansOf(drift));
  const title = `declare the ${location} parameter ${JSON.stringify(name)}`;
  return [{ title, ...below(document, contract.pointer, "parameters", [{ name, in: location, schema }]) }];
}

/** What stands at an answer is a header of its own, and what stands elsewhere a property of one. */
function header(drift: Drift, group: FindingGroup): readonly Addition[] {
  const { document, operations, seen } = drift;
  const { name, names, contract } = group;
  const isOwn = operations.some(({ responses }) => responses.some(({ pointer }) => pointer === contract.pointer));
  if (!isOwn) return property(drift, group);
  if (name === undefined || names.length > 1) return [];
  const schema = schemaOfShape(seen.shape(contract.pointer, name), meansOf(drift));
  const title = `declare the header ${JSON.stringify(name)}`;
  return [{ title, ...below(document, contract.pointer, "headers", { [name]: { schema } }) }];
}

function status(drift: Drift, group: FindingGroup): readonly Addition[] {
  const { document, operations, seen, shares } = drift;
  const { name: key, contract } = group;
  const at = contract.pointer;
  if (key === undefined || !isObject(valueAt(document.root, at))) return [];
  const title = `document the status ${key}`;
  const shared = shares ? sharedAnswer(document, operations, { responses: at, status: key }) : undefined;
  if (shared !== undefined)
    return [{ title, at, key, value: { $ref: shared.written }, bundled: { $ref: shared.bundled }, isShared: true }];
  const answer = seen.answer(at, key);
  return answer === undefined ? [] : [{ title, at, key, value: writtenResponse(answer, meansOf(drift)) }];
}

/** Beside a media type of the same kind, the schema of that one is meant. */
function contentType(drift: Drift, { contract }: FindingGroup): readonly Addition[] {
  const { document, seen } = drift;
  const at = joinPointer(contract.pointer, "content");
  const documented = asObject(valueAt(document.root, at)) ?? {};
  return [...(seen.bodies(contract.pointer)?.types ?? [])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([type]) => !Object.keys(documented).some((range) => range.toLowerCase() === type))
    .map(([key, body]) => {
      const [like] = Object.keys(documented).filter((range) => /[/+]json$/i.test(range) && /[/+]json$/i.test(key));
      const media = like === undefined ? at : joinPointer(at, like);
      const bundled = like === undefined ? undefined : asObject(asObject(documented[like])?.schema)?.$ref;
      const place = document.written?.(joinPointer(media, "schema"));
      const written = asObject(place && valueAt(place.file.value, place.pointer))?.$ref;
      const title = `document the media type ${key}`;
      if (typeof bundled !== "string" || typeof written !== "string")
        return { title, at, key, value: writtenMedia(body, meansOf(drift)) };
      return { title, at, key, value: { schema: { $ref: written } }, bundled: { schema: { $ref: bundled } } };
    });
}

function meansOf({ document, seen }: Drift): SchemaMeans {
  return { version: document.version, components: seen.components };
}

/** In the list or map of that name where there is one, or with it. */
function below(
  document: Document,
  holder: Pointer,
  name: string,
  added: readonly [Json] | { readonly [key: string]: Json },
): Pick<Addition, "at" | "key" | "value"> {
  const at = joinPointer(holder, name);
  if (valueAt(document.root, at) === undefined) return { at: parentPointer(at), key: lastToken(at), value: added };
  if (Array.isArray(added)) return { at, value: added[0] as Json };
  const [[key, value] = ["", null]] = Object.entries(added as { readonly [key: string]: Json });
  return { at, key, value };
}

/** Values of a list are counted over all operations as it is; the exchanges of those operations are not. */
function together({ evidence: a, isCounted }: Suggestion, { evidence: b }: Suggestion): Evidence {
  const of = a.of + b.of;
  if (isCounted === true) return { ...a, of };
  const when = (it: Evidence["first"]): string => it.startedAt ?? "";
  return {
    exchanges: a.exchanges + b.exchanges,
    of,
    first: when(b.first) < when(a.first) ? b.first : a.first,
    last: when(b.last) > when(a.last) ? b.last : a.last,
  };
}
