/** Visits with treatments, which have a list of their own, and reads with optional parts. */
import type { Defect } from "./desk.js";
import type { Reply, Sent } from "./run-scenarios.js";

const VISIT = 'content: { application/json: { schema: { $ref: "#/components/schemas/Visit" } } }';
const listOf = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/${name}" } } } }`;
const REFUSED = '"400": { description: d }, "404": { description: d }';
const TREATMENT_ID = "4d2a3f8e-6c1b-4f7a-9e0d-5b8c7a6f1e2d";

export const CLINIC_SPEC = `openapi: 3.1.0
info: { title: Clinic, version: "1" }
paths:
  /visits:
    get:
      operationId: listVisits
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 100 } }, { name: includeTreatments, in: query, schema: { type: boolean } }, { name: treatmentsDoctor, in: query, schema: { type: string } }, { name: room, in: query, explode: false, schema: { type: array, items: { type: string } } }, { name: createdFrom, in: query, description: "Compared with \`createdAt\` of each item.", schema: { type: string, format: date-time } }]
      responses: { "200": { description: d, ${listOf("Visit")} }, ${REFUSED} }
    post:
      operationId: createVisit
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { room: { type: string } } }, example: { room: R1 } } } }
      responses: { "201": { description: d, ${VISIT} }, ${REFUSED} }
  /visits/{visitId}:
    parameters: [{ name: visitId, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: getVisit, responses: { "200": { description: d, ${VISIT} }, ${REFUSED} } }
    put:
      operationId: putVisit
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Visit" }, example: { room: R2, treatments: [{ id: ${TREATMENT_ID}, doctor: Ada, paid: true, size: 3, kind: long, roomId: ${TREATMENT_ID} }] } } } }
      responses: { "200": { description: d, ${VISIT} }, "201": { description: d, ${VISIT} }, ${REFUSED} }
  /treatments:
    get:
      operationId: listTreatments
      parameters: [{ name: doctor, in: query, schema: { type: string } }, { name: paid, in: query, schema: { type: boolean } }, { name: size, in: query, schema: { type: integer } }, { name: kind, in: query, schema: { enum: [long, short] } }, { name: roomId, in: query, schema: { type: string, format: uuid } }]
      responses: { "200": { description: d, ${listOf("Treatment")} }, ${REFUSED} }
  /rooms: { get: { operationId: listRooms, parameters: [{ name: Version, in: header, required: true, schema: { const: "2" } }], responses: { "200": { description: d, ${listOf("Visit")} }, ${REFUSED} } } }
  /reports: { get: { operationId: listReports, parameters: [{ name: year, in: query, schema: { type: integer, examples: [2026] } }, { name: Trace, in: header, schema: { type: string, examples: [t1] } }, { name: month, in: query, description: Either this or the year is needed., schema: { type: integer, examples: [5] } }], responses: { "200": { description: d, ${listOf("Visit")} }, ${REFUSED} } } }
components:
  schemas:
    Treatment: { type: object, properties: { id: { type: string, format: uuid }, doctor: { type: string }, paid: { type: boolean }, size: { type: integer }, kind: { enum: [long, short] }, roomId: { type: string, format: uuid } } }
    Visit: { type: object, properties: { id: { type: string, format: uuid, readOnly: true }, room: { type: string }, open: { type: boolean, readOnly: true }, createdAt: { type: string, format: date-time, readOnly: true }, treatments: { type: array, items: { $ref: "#/components/schemas/Treatment" } } } }
`;

type Visit = Readonly<Record<string, unknown>> & { readonly treatments?: readonly Readonly<Record<string, unknown>>[] };

export function createClinic(defect: Defect = (reply) => reply): (sent: Sent) => Reply {
  const visits = new Map<string, Visit>();
  const write = (id: string, value: unknown): Visit => {
    const createdAt =
      visits.get(id)?.createdAt ?? new Date(START + visits.size * DAY).toISOString().replace(".000", "");
    const visit = { ...(value as Visit), id, open: true, createdAt };
    visits.set(id, visit);
    return visit;
  };
  write("5f0c2b7a-3d4e-4a1b-8c9d-0e1f2a3b4c5d", {
    room: "The large room on the upper floor, with a view of the garden and of the lake, for long visits of patients with several treatments",
    treatments: [{ id: "t1", doctor: "Bo" }, { id: "t2" }],
  });
  for (const room of ["R5", "R6", "R7"]) write(ID(visits.size), { room, treatments: [] });
  const respond = ({ id, method, path, query, value, url }: Sent): Reply => {
    if (!["GET", "HEAD", "POST", "PUT"].includes(method)) return { status: 405, headers: [["Allow", "GET"]] };
    const all = [...visits.values()];
    const treatments = all.flatMap((it) => it.treatments ?? []);
    const isWanted = (it: Visit): boolean =>
      Object.entries(query).every(([name, wanted]) => name === "limit" || String(it[name]) === String(wanted));
    if (id === "listTreatments") return { status: 200, body: treatments.filter(isWanted) };
    if (id === "listRooms" || id === "listReports") return { status: 200, body: [] };
    if (id === "createVisit") return { status: 201, body: write(ID(visits.size), value) };
    const own = String(path.visitId);
    if (id === "putVisit") return { status: visits.has(own) ? 200 : 201, body: write(own, value) };
    if (id === "getVisit") return visits.has(own) ? { status: 200, body: visits.get(own) } : { status: 404 };
    const { treatmentsDoctor: doctor, createdFrom: from = "", room: rooms } = query;
    const isOf = (it: Visit): boolean =>
      (doctor === undefined || it.treatments?.some((other) => other.doctor === doctor) === true) &&
      (!Array.isArray(rooms) || rooms.includes(it.room)) &&
      String(it.createdAt) >= String(from);
    const show = ({ treatments: own, ...it }: Visit): object =>
      query.includeTreatments === true ? { ...it, treatments: own } : it;
    return listPage(all.filter(isOf).map(show), query.limit, url);
  };
  return (sent) => defect(respond(sent), sent);
}

/** Small pages have a link to the next one. */
function listPage(items: readonly object[], limit: unknown, url: string | undefined): Reply {
  const size = Number(limit ?? 100);
  const at = Number(/page=(\d+)/.exec(url ?? "")?.[1] ?? 0);
  const next = `</v1/visits?limit=${size}&page=${at + 1}>; rel="next"`;
  const isLast = (at + 1) * size >= items.length;
  return { status: 200, body: items.slice(at * size, (at + 1) * size), headers: isLast ? [] : [["Link", next]] };
}

const START = Date.parse("2026-01-01T00:00:00Z");
const DAY = 86_400_000;
const ID = (count: number): string => `6e1d3c8b-4f5a-4b2c-9d0e-${String(count).padStart(12, "1")}`;
