import type { JourneyAction } from "@vedette/contract/journeys/journey-steps.ts";
import { t } from "../../language/t.ts";

/** What the actions of journeys are called in forms, lists and runs. */
export const ACTION_LABELS: Readonly<Record<JourneyAction, string>> = {
  goto: t("Go to URL"),
  click: t("Click"),
  double_click: t("Double-click"),
  hover: t("Hover"),
  check: t("Check"),
  uncheck: t("Uncheck"),
  fill: t("Fill in"),
  select_option: t("Select option"),
  press: t("Press key"),
  upload: t("Upload file"),
  totp: t("Fill in one-time code"),
  wait_for: t("Wait for"),
  expect_visible: t("Expect visible"),
  expect_hidden: t("Expect hidden"),
  expect_text: t("Expect text"),
  expect_value: t("Expect value"),
  expect_count: t("Expect element count"),
  expect_attribute: t("Expect attribute"),
  expect_url: t("Expect URL"),
  expect_title: t("Expect title"),
  screenshot: t("Take screenshot"),
  request: t("Send request"),
  set_variable: t("Set variable"),
};

/** Longer ones first: "fill" is the start of no other one, but "check" could be. */
const PREFIXES = Object.entries(ACTION_LABELS)
  .map(([action, label]) => [action.replaceAll("_", " "), label] as const)
  .sort(([one], [other]) => other.length - one.length);

/**
 * Returns the name of a journey's step with the label of its action: "goto https://…", the default name of the API,
 * becomes "Go to URL https://…". Names that people gave stay.
 */
export function stepTitle(name: string): string {
  const found = PREFIXES.find(([prefix]) => name === prefix || name.startsWith(`${prefix} `));
  return found ? `${found[1]}${name.slice(found[0].length)}` : name;
}

/** Returns the label of an action; that of a script is its own. */
export function stepActionLabel(action: string): string {
  return Object.hasOwn(ACTION_LABELS, action)
    ? ACTION_LABELS[action as JourneyAction]
    : action.replaceAll("_", " ");
}
