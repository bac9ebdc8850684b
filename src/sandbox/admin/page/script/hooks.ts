import { ask } from "./ask.js";
import { button, byId, chip, createList, make, type Node } from "./dom.js";
import type { HookView } from "./view.js";
import { dayAndTime } from "./words.js";

const showList = createList<HookView>("hooks-list", ({ id }) => id, row);

export function showHooks(hooks: readonly HookView[]): void {
  showList(hooks);
  byId("hooks-empty").hidden = hooks.length > 0;
}

function row({ id, deliveryUrl, eventTypes, active, failingSince }: HookView): Node {
  const change = button(active ? "Disable" : "Enable", "small", () => {
    void ask("PATCH", `hooks/${id}`, { active: !active });
  });
  const failing = failingSince === undefined ? "" : `; failing since ${dayAndTime(failingSince)}`;
  const events = eventTypes.length === 0 ? "no events" : eventTypes.join(", ").toLowerCase().replaceAll("_", " ");
  return make(
    "li",
    "plain",
    make("span", "mono wrap", deliveryUrl),
    change,
    make("span", "note", chip(active ? "Active" : "Inactive", active ? "good" : "bad"), ` ${events}${failing}`),
  );
}
