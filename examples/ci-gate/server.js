/** A small to-do service that implements openapi.yaml. `npm start` runs it on port 4790, or on PORT. */
import { createServer } from "node:http";

const tasks = new Map();
let lastId = 0;
addTask("Write the spec", true);
addTask("Implement the service", false);

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const { status, body } = respond(request, pathname, searchParams, Buffer.concat(chunks).toString());
  if (body === undefined) response.writeHead(status).end();
  else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
});
server.listen(Number(process.env.PORT ?? 4790), "127.0.0.1", () => {
  const { port } = server.address();
  console.log(`http://127.0.0.1:${port}`);
});

function respond({ method, headers }, pathname, query, text) {
  if (pathname === "/tasks" && method === "GET") return listTasks(query);
  if (pathname === "/tasks" && method === "POST") return createTask(headers["content-type"], text);
  const id = /^\/tasks\/([^/]+)$/.exec(pathname)?.[1];
  if (id === undefined) return error(404, "not found");
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2147483647) return error(400, "invalid task id");
  const task = tasks.get(Number(id));
  if (task === undefined) return error(404, "no such task");
  if (method === "GET") return { status: 200, body: task };
  if (method !== "DELETE") return error(405, "method not allowed");
  tasks.delete(task.id);
  return { status: 204 };
}

function listTasks(query) {
  const done = query.get("done");
  const limit = query.get("limit") ?? "20";
  if (done !== null && done !== "true" && done !== "false") return error(400, "done must be true or false");
  if (!/^[1-9]\d?$|^100$/.test(limit)) return error(400, "limit must be an integer from 1 to 100");
  const found = [...tasks.values()].reverse().filter((task) => done === null || task.done === (done === "true"));
  return { status: 200, body: found.slice(0, Number(limit)) };
}

function createTask(contentType, text) {
  if (!/^application\/json\b/i.test(contentType ?? "")) return error(400, "expected a JSON body");
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return error(400, "the body is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return error(400, "expected an object");
  const { title, done = false, ...others } = value;
  if (Object.keys(others).length > 0) return error(400, "unknown property");
  if (typeof title !== "string" || title === "" || [...title].length > 200)
    return error(400, "title must be a string of 1 to 200 characters");
  if (typeof done !== "boolean") return error(400, "done must be a boolean");
  return { status: 201, body: addTask(title, done) };
}

function addTask(title, done) {
  const task = { id: ++lastId, title, done, createdAt: new Date().toISOString() };
  tasks.set(task.id, task);
  return task;
}

function error(status, message) {
  return { status, body: { message } };
}
