import type { Locator, Page } from "playwright-core";

/** What a reader does with one operation of the reference, and what the page shows then. */
export type TriedRequest = {
  readonly what: string;
  /** The anchor of the operation. */
  readonly anchor: string;
  /** Fields of the sign-in form by their label. */
  readonly signIn?: Readonly<Record<string, string>>;
  /** The flow whose form is filled, if the scheme is OAuth 2.0; the page then requests a token. */
  readonly flow?: "Client Credentials" | "Password";
  /** The JSON text that replaces that of the editor. */
  readonly body?: string;
  /** Fields of a form by their name. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
  /** Texts that the page shows: of the response, and of the findings. */
  readonly shown: readonly string[];
};

/** Opens the form of an operation, fills it, sends the request, and returns the expected texts that the page does not show. */
export async function sendRequest(page: Page, root: string, request: TriedRequest): Promise<string[]> {
  await page.goto("about:blank");
  await page.goto(`${root}#${request.anchor}`);
  await page.locator("html.has-app").waitFor();
  const section = page.locator(`[id$="${request.anchor}"]`);
  await section.getByRole("button", { name: /^Test Request/ }).click();
  const client = page.getByRole("dialog");
  if (request.signIn !== undefined) await signIn(client, request.signIn, request.flow);
  if (request.body !== undefined) await replaceText(client.locator(".cm-content[role=textbox]").first(), request.body);
  for (const [name, value] of Object.entries(request.fields ?? {})) await replaceText(findField(client, name), value);
  if (request.file !== undefined) await chooseFile(page, client, request.file);
  await client.getByRole("button", { name: /^Send \w+ request to/ }).click();
  const missing: string[] = [];
  for (const text of request.shown) if (!(await appears(client, text))) missing.push(text);
  return missing;
}

async function signIn(client: Locator, fields: Readonly<Record<string, string>>, flow: TriedRequest["flow"]) {
  const section = client.getByRole("button", { name: /^Authentication/ });
  // A click before Scalar is ready has no effect.
  while ((await section.innerText()).includes("(Collapsed)")) {
    await section.click();
    await client.page().waitForTimeout(300);
  }
  const choice = client.getByRole("button", { name: flow ?? "none", exact: true });
  if ((await choice.count()) > 0) await choice.click();
  for (const [label, value] of Object.entries(fields))
    await replaceText(client.getByLabel(label, { exact: true }).first(), value);
  if (flow === undefined) return;
  await client.getByRole("button", { name: "Authorize" }).click();
  await client.getByLabel("Access Token").waitFor();
}

/** The value in the row of a form that begins with a name. */
function findField(client: Locator, name: string): Locator {
  const checkbox = client.page().getByRole("checkbox", { name: `Include ${name} in request` });
  return client.getByRole("row").filter({ has: checkbox }).locator('[aria-label$="Value"]');
}

async function chooseFile(page: Page, client: Locator, file: NonNullable<TriedRequest["file"]>): Promise<void> {
  const button = client.getByRole("button", { name: /select file/i }).first();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.click()]);
  await chooser.setFiles(file);
  await client.getByText(file.name).first().waitFor();
}

async function replaceText(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press("ControlOrMeta+a");
  await field.page().keyboard.insertText(text);
}

async function appears(client: Locator, text: string): Promise<boolean> {
  const found = client.getByText(text).first().waitFor({ timeout: 6000 });
  return found.then(
    () => true,
    () => false,
  );
}
