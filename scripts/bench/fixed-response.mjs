/** `node fixed-response.mjs FILE`: a service that sends the contents of the file as the response to every request. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const body = readFileSync(process.argv[2]);
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(200, { "Content-Type": "application/json" }).end(body));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
