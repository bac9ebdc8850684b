import { type AdminPageElement, buildElement, createButton, createList, getElement } from "./dom.js";
import { formatDateTime } from "./format.js";
import type { SnapshotView } from "./overview.js";
import { requestAdmin } from "./request-admin.js";

const updateSnapshots = createList<SnapshotView>("snapshots-list", ({ name }) => name, renderSnapshot);

export function showSnapshots(snapshots: readonly SnapshotView[]): void {
  updateSnapshots(snapshots);
}

export function setUpSnapshots(): void {
  const form = getElement("snapshot-form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = form.elements.namedItem("name")?.value.trim();
    void requestAdmin("POST", "snapshots", { name });
  });
}

function renderSnapshot({ name, at, rows }: SnapshotView): AdminPageElement {
  return buildElement(
    "li",
    "plain",
    buildElement("span", "mono wrap", name),
    buildElement(
      "span",
      "",
      createButton("Restore", "small", () => void requestAdmin("PUT", "snapshot", { name })),
      " ",
      createButton("Delete", "small", () => void requestAdmin("DELETE", `snapshots/${name}`, {})),
    ),
    buildElement("span", "note", `${formatDateTime(at)}, ${rows} rows`),
  );
}
