import type { JourneyAction } from "@vedette/contract/journeys/journey-steps.ts";

/** What the actions of journeys are called in forms, lists and runs. */
export const ACTION_LABELS: Readonly<Record<JourneyAction, string>> = {
  goto: "Go to URL",
  click: "Click",
  double_click: "Double-click",
  hover: "Hover",
  check: "Check",
  uncheck: "Uncheck",
  fill: "Fill in",
  select_option: "Select option",
  press: "Press key",
  upload: "Upload file",
  totp: "Fill in one-time code",
  wait_for: "Wait for",
  expect_visible: "Expect visible",
  expect_hidden: "Expect hidden",
  expect_text: "Expect text",
  expect_value: "Expect value",
  expect_count: "Expect element count",
  expect_attribute: "Expect attribute",
  expect_url: "Expect URL",
  expect_title: "Expect title",
  screenshot: "Take screenshot",
  request: "Send request",
  set_variable: "Set variable",
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
