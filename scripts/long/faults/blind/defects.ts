import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Edits } from "../fault.js";
import type { Defect, EditsById } from "./defect.js";
import { EDITS_OF_EARLIER_ORDERS } from "./earlier/orders.js";
import { EDITS_OF_EARLIER_OTHERS } from "./earlier/others.js";
import { EDITS_OF_EIGHTH_ORDERS } from "./eighth/orders.js";
import { EDITS_OF_EIGHTH_OTHERS } from "./eighth/others.js";
import { EDITS_OF_FOREIGN_HEROES } from "./foreign/heroes.js";
import { EDITS_OF_FOREIGN_KINTO } from "./foreign/kinto.js";
import { EDITS_OF_SEVENTH_ORDERS } from "./seventh/orders.js";
import { EDITS_OF_SEVENTH_OTHERS } from "./seventh/others.js";

/** Words of findings that several defects share. */
const WORDS: Readonly<Record<string, RegExp>> = {
  /** For a value that a read does not return as it was written. */
  "not kept": /differ|wrote|written|stored|was sent|lost|kept|chang|not (the same|equal)|stale/,
  denied: /\b40[134]\b|forbid|author|access|reject|accept/,
  failed: /\b500\b|server error|5xx|fail|crash/,
  filter: /filter|match|only/,
  page: /limit|count|page|pagination/,
  "not sent": /not (sent|received|delivered)|no (event|delivery|webhook)|missing|deliver|within|arriv/,
  signed: /signature|signed|hmac|secret/,
};

/** What a YAML file says of a defect. `names` is a pattern without regard to case, and `<denied>` in it one of the words above. */
type Description = Omit<Defect, keyof Edits | "id" | "service" | "operation" | "names"> & {
  readonly names?: string;
  readonly exactNames?: string;
};

/**
 * Sets of defects by authors who did not know the probe. `earlier` has those of the sets one to six that no other kept defect resembles;
 * `foreign` those of two services of others. A YAML file describes the defects of each method and path, and the module beside it has their edits.
 */
export const DEFECTS: Readonly<Record<string, readonly Defect[]>> = {
  earlier: [
    ...readDefects("earlier/orders", EDITS_OF_EARLIER_ORDERS),
    ...readDefects("earlier/others", EDITS_OF_EARLIER_OTHERS),
  ],
  foreign: [
    ...readDefects("foreign/heroes", EDITS_OF_FOREIGN_HEROES, "heroes"),
    ...readDefects("foreign/kinto", EDITS_OF_FOREIGN_KINTO, "kinto"),
  ],
  seventh: [
    ...readDefects("seventh/orders", EDITS_OF_SEVENTH_ORDERS),
    ...readDefects("seventh/others", EDITS_OF_SEVENTH_OTHERS),
  ],
  eighth: [
    ...readDefects("eighth/orders", EDITS_OF_EIGHTH_ORDERS),
    ...readDefects("eighth/others", EDITS_OF_EIGHTH_OTHERS),
  ],
};

function readDefects(file: string, edits: EditsById, service: Defect["service"] = "sandbox"): readonly Defect[] {
  const text = readFileSync(join(import.meta.dirname, `${file}.yaml`), "utf8");
  const places = parse(text) as Readonly<Record<string, Readonly<Record<string, Description>>>>;
  const defects = Object.entries(places).flatMap(([place, descriptions]) => {
    const [method = "", path = ""] = place.split(" ");
    return Object.entries(descriptions).map(([id, { names, exactNames, ...description }]) => ({
      ...{ id, service, operation: { method, path }, ...description, ...findEdits(edits, id) },
      ...(names === undefined ? {} : { names: new RegExp(fillIn(names), "i") }),
      ...(exactNames === undefined ? {} : { names: new RegExp(exactNames) }),
    }));
  });
  const unused = Object.values(edits)
    .flatMap(Object.keys)
    .filter((id) => !defects.some((it) => it.id === id));
  if (unused.length > 0) throw new Error(`${file}.yaml does not describe ${unused.join(", ")}`);
  return defects;
}

function findEdits({ several, ...single }: EditsById, id: string): Edits {
  const own = Object.entries(single).flatMap(([name, byId]) => (id in byId ? [[name, byId[id]]] : []));
  const found = several?.[id] ?? Object.fromEntries(own);
  if (Object.keys(found).length === 0) throw new Error(`no edits of ${id}`);
  return found;
}

function fillIn(names: string): string {
  return names.replaceAll(/<([a-z ]+)>/g, (_, word: string) => WORDS[word]?.source ?? "");
}
