import { type AdminPageElement, buildElement, createButton, createChip, createList, getElement } from "./dom.js";
import { formatDateTime } from "./format.js";
import type { HookView } from "./overview.js";
import { requestAdmin } from "./request-admin.js";

const updateHooks = createList<HookView>("hooks-list", ({ id }) => id, renderHook);

export function showHooks(hooks: readonly HookView[]): void {
  updateHooks(hooks);
  getElement("hooks-empty").hidden = hooks.length > 0;
}

function renderHook({ id, deliveryUrl, eventTypes, active, failingSince }: HookView): AdminPageElement {
  const change = createButton(active ? "Disable" : "Enable", "small", () => {
    void requestAdmin("PATCH", `hooks/${id}`, { active: !active });
  });
  const failing = failingSince === undefined ? "" : `; failing since ${formatDateTime(failingSince)}`;
  const events = eventTypes.length === 0 ? "no events" : eventTypes.join(", ").toLowerCase().replaceAll("_", " ");
  return buildElement(
    "li",
    "plain",
    buildElement("span", "mono wrap", deliveryUrl),
    change,
    buildElement(
      "span",
      "note",
      createChip(active ? "Active" : "Inactive", active ? "good" : "bad"),
      ` ${events}${failing}`,
    ),
  );
}
