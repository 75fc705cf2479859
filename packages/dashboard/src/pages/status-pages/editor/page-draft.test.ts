import { PAGE_LANGUAGES } from "@vedette/contract/status-pages/page-languages.ts";
import { statusPageUpdate } from "@vedette/contract/status-pages/status-pages.ts";
import { expect, test } from "vitest";
import { aStatusPage } from "../../../../test/status-pages.ts";
import { bodyOfPage, draftOfPage, withLanguage } from "./page-draft.ts";

test("an unchanged form sends what the page has, and no password", () => {
  const page = aStatusPage({
    timezone: "Europe/Berlin",
    links: [{ label: "Help", url: "https://a.example" }],
  });
  const body = statusPageUpdate.parse(bodyOfPage(draftOfPage(page)));
  expect(page).toMatchObject(body);
  expect(body).not.toHaveProperty("password");
});

test("an empty time zone means that of the organization, and empty links are left out", () => {
  const draft = draftOfPage(aStatusPage({ timezone: "Europe/Berlin" }));
  const body = bodyOfPage({
    ...draft,
    timezone: " ",
    links: [{ label: "", url: " " }],
    password: "secret-1",
  });
  expect(body).toMatchObject({ timezone: null, links: [], password: "secret-1" });
});

test("a number that is not one is sent as it is, so that the server names the field", () => {
  const body = bodyOfPage({ ...draftOfPage(aStatusPage()), historyDays: "" });
  const issues = statusPageUpdate.safeParse(body).error?.issues ?? [];
  expect(issues.map(({ path }) => path.join("."))).toEqual(["history_days"]);
});

test("all languages are offered by default, and again once each is chosen", () => {
  const all = PAGE_LANGUAGES;
  const without = withLanguage([], { language: "de", isOffered: false, all });
  expect(without).toEqual(all.filter((one) => one !== "de"));
  expect(withLanguage(without, { language: "de", isOffered: true, all })).toEqual([]);
});
