import { rememberSuccess, setBody } from "../../edits.js";
import type { Edit } from "../../fault.js";
import { type Place, placeOn } from "../defect.js";

export const HEROES: Place = placeOn("heroes", "GET", "/heroes/");
export const CREATE_HERO: Place = placeOn("heroes", "POST", "/heroes/");
export const HERO: Place = placeOn("heroes", "GET", "/heroes/{hero_id}");
export const UPDATE_HERO: Place = placeOn("heroes", "PATCH", "/heroes/{hero_id}");
export const DELETE_HERO: Place = placeOn("heroes", "DELETE", "/heroes/{hero_id}");
export const TEAMS: Place = placeOn("heroes", "GET", "/teams/");
export const CREATE_TEAM: Place = placeOn("heroes", "POST", "/teams/");
export const TEAM: Place = placeOn("heroes", "GET", "/teams/{team_id}");
export const UPDATE_TEAM: Place = placeOn("heroes", "PATCH", "/teams/{team_id}");
export const BUCKETS: Place = placeOn("kinto", "GET", "/buckets");
export const BUCKET: Place = placeOn("kinto", "GET", "/buckets/{id}");
export const PUT_BUCKET: Place = placeOn("kinto", "PUT", "/buckets/{id}");
const RECORDS_TEMPLATE = "/buckets/{bucket_id}/collections/{collection_id}/records";
export const RECORDS: Place = placeOn("kinto", "GET", RECORDS_TEMPLATE);
export const RECORD: Place = placeOn("kinto", "GET", `${RECORDS_TEMPLATE}/{id}`);
export const PUT_RECORD: Place = placeOn("kinto", "PUT", `${RECORDS_TEMPLATE}/{id}`);
export const PATCH_RECORD: Place = placeOn("kinto", "PATCH", `${RECORDS_TEMPLATE}/{id}`);
export const DELETE_RECORD: Place = placeOn("kinto", "DELETE", `${RECORDS_TEMPLATE}/{id}`);

/** Responds with the resource that a target had before. */
export const keepFound: Edit<"response"> = (response, { target }, memory) => {
  const own = new Map([["good", memory.get(target)]]);
  const old = own.get("good") === undefined ? undefined : rememberSuccess(response, own);
  if (response.status === 200) memory.set(target, { ...response, headers: { ...response.headers } });
  else if (response.status === 404 && old !== undefined)
    Object.assign(response, { ...old, headers: { ...old.headers } });
};

/** Lists again the members that a list has had before. */
export const keepMembers: Edit<"response"> = (response, _, memory) => {
  if (response.status !== 200) return;
  const list = JSON.parse(response.body.toString()) as { readonly id: number }[];
  const present = new Set(list.map(({ id }) => id));
  const gone = [...memory.values()].filter((it) => !present.has((it as { id: number }).id));
  for (const it of list) memory.set(String(it.id), it);
  if (gone.length > 0) setBody(response, JSON.stringify([...list, ...gone].slice(0, 100)));
};
