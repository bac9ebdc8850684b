import { createReceiver } from "./receiver.js";

const { PORT = "4030", WEBHOOK_SECRETS = "" } = process.env;
const secrets = WEBHOOK_SECRETS.split(",").filter(Boolean);
if (secrets.length === 0) throw new Error("set WEBHOOK_SECRETS: one secret, or two with a comma during a rotation");

const server = createReceiver({ secrets, onOrderOpened: (orderId) => console.log(`order ${orderId} opened`) });
server.listen(Number(PORT), "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${PORT}/webhooks`));
