import { rememberSuccess, setBody } from "../../edits.js";
import type { Edits } from "../../fault.js";
import type { Defect } from "../defect.js";

type Operation = Defect["operation"];
type EditResponse = NonNullable<Edits["response"]>;

export const HEROES: Operation = { method: "GET", path: "/heroes/" };
export const CREATE_HERO: Operation = { method: "POST", path: "/heroes/" };
export const HERO: Operation = { method: "GET", path: "/heroes/{hero_id}" };
export const UPDATE_HERO: Operation = { method: "PATCH", path: "/heroes/{hero_id}" };
export const DELETE_HERO: Operation = { method: "DELETE", path: "/heroes/{hero_id}" };
export const TEAMS: Operation = { method: "GET", path: "/teams/" };
export const CREATE_TEAM: Operation = { method: "POST", path: "/teams/" };
export const TEAM: Operation = { method: "GET", path: "/teams/{team_id}" };
export const UPDATE_TEAM: Operation = { method: "PATCH", path: "/teams/{team_id}" };
export const BUCKETS: Operation = { method: "GET", path: "/buckets" };
export const BUCKET: Operation = { method: "GET", path: "/buckets/{id}" };
export const PUT_BUCKET: Operation = { method: "PUT", path: "/buckets/{id}" };
const RECORDS_TEMPLATE = "/buckets/{bucket_id}/collections/{collection_id}/records";
export const RECORDS: Operation = { method: "GET", path: RECORDS_TEMPLATE };
export const RECORD: Operation = { method: "GET", path: `${RECORDS_TEMPLATE}/{id}` };
export const PUT_RECORD: Operation = { method: "PUT", path: `${RECORDS_TEMPLATE}/{id}` };
export const PATCH_RECORD: Operation = { method: "PATCH", path: `${RECORDS_TEMPLATE}/{id}` };
export const DELETE_RECORD: Operation = { method: "DELETE", path: `${RECORDS_TEMPLATE}/{id}` };

/** Returns the first successful response of a target for ever. */
export const freeze: EditResponse = (response, { target }, memory) => {
  const old = memory.get(target);
  if (response.status !== 200) return;
  if (old instanceof Buffer) setBody(response, old.toString());
  else memory.set(target, response.body);
};

/** Responds with the resource that a target had before. */
export const keepFound: EditResponse = (response, { target }, memory) => {
  const own = new Map([["good", memory.get(target)]]);
  const old = own.get("good") === undefined ? undefined : rememberSuccess(response, own);
  if (response.status === 200) memory.set(target, { ...response, headers: { ...response.headers } });
  else if (response.status === 404 && old !== undefined)
    Object.assign(response, { ...old, headers: { ...old.headers } });
};

/** Lists again the members that a list has had before. */
export const keepMembers: EditResponse = (response, _, memory) => {
  if (response.status !== 200) return;
  const list = JSON.parse(response.body.toString()) as { readonly id: number }[];
  const present = new Set(list.map(({ id }) => id));
  const gone = [...memory.values()].filter((it) => !present.has((it as { id: number }).id));
  for (const it of list) memory.set(String(it.id), it);
  if (gone.length > 0) setBody(response, JSON.stringify([...list, ...gone].slice(0, 100)));
};
