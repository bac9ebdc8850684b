import type { Edit, FaultResponse, Memory, Message } from "./fault.js";

export type Json = ReturnType<typeof JSON.parse>;

/** Edits the JSON of a successful response. */
export function editBody(edit: (json: Json, message: Message) => Json): Edit<"response"> {
  return (response, message) => {
    if (response.status >= 300 || response.body.length === 0) return;
    const json = JSON.parse(response.body.toString());
    setBody(response, JSON.stringify(edit(json, message) ?? json));
  };
}

export function setBody(response: FaultResponse, text: string): void {
  response.body = Buffer.from(text);
  response.headers["content-length"] = String(response.body.length);
}

/** Replaces the status `from` with `to`. */
export function changeStatus(from: number, to: number): Edit<"response"> {
  return (response) => {
    if (response.status === from) response.status = to;
  };
}

/** Sets or removes a header, only in responses with `status` if it is given. */
export function setHeader(name: string, value: string | undefined, status?: number): Edit<"response"> {
  return (response) => {
    if (status !== undefined && response.status !== status) return;
    if (value === undefined) delete response.headers[name];
    else response.headers[name] = value;
  };
}

/** Sets or removes a query parameter before the request reaches the service. */
export function setQuery(name: string, value?: string): (message: Message) => void {
  return (message) => {
    const url = new URL(message.target, "http://localhost");
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    message.target = `${url.pathname}${url.search}`;
  };
}

/** Edits the value of a query parameter if the request has it. Undefined removes the parameter. */
export function editQuery(name: string, edit: (value: string) => string | undefined): Edit<"request"> {
  return (message) => {
    const value = getQuery(message, name);
    const edited = value === null ? null : edit(value);
    if (edited !== value) setQuery(name, edited ?? undefined)(message);
  };
}

export function getQuery({ target }: Message, name: string): string | null {
  return new URL(target, "http://localhost").searchParams.get(name);
}

/** Returns the JSON of a request, or undefined if its body is not JSON. */
export function parseRequestJson({ body: text }: Message): Json | undefined {
  try {
    return JSON.parse(Buffer.from(text, "latin1").toString());
  } catch {
    return undefined;
  }
}

export function setRequestJson(message: Message, json: Json): void {
  setRequestText(message, JSON.stringify(json));
}

export function setRequestText(message: Message, text: string): void {
  message.body = Buffer.from(text).toString("latin1");
  message.headers["content-length"] = String(message.body.length);
}

/** Edits the JSON object of a request before it reaches the service. */
export function editRequest(edit: (json: Json) => Json): (message: Message) => void {
  return (message) => {
    const json = parseRequestJson(message);
    if (typeof json === "object" && json !== null && !Array.isArray(json)) setRequestJson(message, edit(json));
  };
}

export function createJsonResponse(code: number, json: Json): FaultResponse {
  const response: FaultResponse = {
    status: code,
    headers: { "content-type": "application/json" },
    body: Buffer.alloc(0),
  };
  setBody(response, JSON.stringify(json));
  return response;
}

/** Remembers the first successful response and returns it for later requests. */
export function rememberSuccess(response: FaultResponse, memory: Memory): FaultResponse | undefined {
  const remembered = memory.get("good") as FaultResponse | undefined;
  if (remembered === undefined && response.status < 300)
    memory.set("good", { ...response, headers: { ...response.headers }, body: response.body });
  return remembered;
}

/** Makes the service accept some invalid requests: they get the response of a valid one instead of a 400. */
export function acceptInvalid(isAffected: (message: Message) => boolean): Edit<"response"> {
  return (response, message, memory) => {
    const good = rememberSuccess(response, memory);
    if (response.status === 400 && good !== undefined && isAffected(message))
      Object.assign(response, {
        status: good.status,
        headers: { ...good.headers },
        body: good.body,
      });
  };
}

/** Makes the service reject some valid requests. */
export function rejectValid(isAffected: (message: Message) => boolean, code = 400): Edit<"instead"> {
  return (message) => (isAffected(message) ? createJsonResponse(code, { message: "Bad request" }) : undefined);
}
