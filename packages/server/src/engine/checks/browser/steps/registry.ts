import type { JourneyAction, JourneyStep, StepOf } from "@vedette/contract/journeys/journey-steps.ts";
import type { StepScope, StepYield } from "../step-scope.ts";
import {
  expectAttribute,
  expectCount,
  expectText,
  expectTitle,
  expectUrl,
  expectValue,
} from "./expectations.ts";
import { fill, press, selectOption, totp, upload } from "./fields.ts";
import { goto } from "./goto.ts";
import { check, click, doubleClick, hover, uncheck } from "./pointer.ts";
import { request } from "./request.ts";
import { screenshot } from "./screenshot.ts";
import { setVariable } from "./set-variable.ts";
import { expectHidden, expectVisible } from "./visibility.ts";
import { waitFor } from "./wait-for.ts";

/** Runs one action. Throws a StepFailure if it fails. */
export type RunAction<Action extends JourneyAction> = (
  step: StepOf<Action>,
  scope: StepScope,
) => Promise<StepYield | undefined>;

const RUN_ACTION: { [Action in JourneyAction]: RunAction<Action> } = {
  goto,
  click,
  double_click: doubleClick,
  hover,
  check,
  uncheck,
  fill,
  select_option: selectOption,
  press,
  upload,
  wait_for: waitFor,
  expect_visible: expectVisible,
  expect_hidden: expectHidden,
  expect_text: expectText,
  expect_value: expectValue,
  expect_count: expectCount,
  expect_attribute: expectAttribute,
  expect_url: expectUrl,
  expect_title: expectTitle,
  screenshot,
  request,
  set_variable: setVariable,
  totp,
};

export function runAction(step: JourneyStep, scope: StepScope): Promise<StepYield | undefined> {
  // The table's type ties each action to its step; a single call for all actions loses that relation.
  const run = RUN_ACTION[step.action] as RunAction<JourneyAction>;
  return run(step, scope);
}
