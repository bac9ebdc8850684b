import type { Answer, Fault, Memory, Message } from "./fault.js";

export type Json = ReturnType<typeof JSON.parse>;

/** Edits the JSON of a successful answer. */
export function body(edit: (json: Json, message: Message) => Json): NonNullable<Fault["answer"]> {
  return (answer, message) => {
    if (answer.status >= 300 || answer.body.length === 0) return;
    const json = JSON.parse(answer.body.toString());
    write(answer, JSON.stringify(edit(json, message) ?? json));
  };
}

export function write(answer: Answer, text: string): void {
  answer.body = Buffer.from(text);
  answer.headers["content-length"] = String(answer.body.length);
}

/** Another status for those that had this one. */
export function status(from: number, to: number): NonNullable<Fault["answer"]> {
  return (answer) => {
    if (answer.status === from) answer.status = to;
  };
}

export function header(name: string, value: string | undefined): NonNullable<Fault["answer"]> {
  return (answer) => {
    if (value === undefined) delete answer.headers[name];
    else answer.headers[name] = value;
  };
}

/** Takes a parameter out of the query before the service sees it, or sets it. */
export function query(name: string, value?: string): (message: Message) => void {
  return (message) => {
    const url = new URL(message.target, "http://localhost");
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    message.target = `${url.pathname}${url.search}`;
  };
}

export function queryOf({ target }: Message, name: string): string | null {
  return new URL(target, "http://localhost").searchParams.get(name);
}

/** The JSON of a request; undefined where it is none. */
export function sentJson({ body: text }: Message): Json | undefined {
  try {
    return JSON.parse(Buffer.from(text, "latin1").toString());
  } catch {
    return undefined;
  }
}

export function send(message: Message, json: Json): void {
  sendText(message, JSON.stringify(json));
}

export function sendText(message: Message, text: string): void {
  message.body = Buffer.from(text).toString("latin1");
  message.headers["content-length"] = String(message.body.length);
}

/** Edits the JSON object of a request before the service sees it. */
export function sent(edit: (json: Json) => Json): (message: Message) => void {
  return (message) => {
    const json = sentJson(message);
    if (typeof json === "object" && json !== null && !Array.isArray(json)) send(message, edit(json));
  };
}

export function jsonAnswer(code: number, json: Json): Answer {
  const answer: Answer = { status: code, headers: { "content-type": "application/json" }, body: Buffer.alloc(0) };
  write(answer, JSON.stringify(json));
  return answer;
}

/** The first answer with success is kept, and given to whoever should have got another. */
export function goodAnswer(answer: Answer, memory: Memory): Answer | undefined {
  const kept = memory.get("good") as Answer | undefined;
  if (kept === undefined && answer.status < 300)
    memory.set("good", { ...answer, headers: { ...answer.headers }, body: answer.body });
  return kept;
}

/** The refusal of some requests is left out, and they get the answer of a good one. */
export function accepts(isMeant: (message: Message) => boolean): NonNullable<Fault["answer"]> {
  return (answer, message, memory) => {
    const good = goodAnswer(answer, memory);
    if (answer.status === 400 && good !== undefined && isMeant(message))
      Object.assign(answer, { status: good.status, headers: { ...good.headers }, body: good.body });
  };
}

/** Some requests are refused, as the service refuses others. */
export function refuses(isMeant: (message: Message) => boolean, code = 400): NonNullable<Fault["instead"]> {
  return (message) => (isMeant(message) ? jsonAnswer(code, { message: "Bad request" }) : undefined);
}
