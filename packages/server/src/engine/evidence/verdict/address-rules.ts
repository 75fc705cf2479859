import type { VerdictScope } from "@vedette/contract/evidence/verdict.ts";
import type { AddressFailure, AddressFinding } from "./address-finding.ts";
import type { CaseFile, VerdictRule } from "./case-file.ts";
import { failing, type VantageView, working } from "./vantage-view.ts";
import { listText, locationScope, onlyFromText } from "./wording.ts";

/** Some addresses of the host fail while others work. */
export const someAddressesRule: VerdictRule = (file) => {
  const candidates = file.bad.length > 0 ? file.bad : file.views;
  for (const view of candidates) {
    const failed = failing(view).filter(({ address }) => !worksElsewhere(file, view, address.address));
    const fine = working(view);
    if (failed.length === 0 || fine.length === 0 || isAboutAnother(view, fine)) continue;
    const failure = commonFailure(failed);
    const scope = addressScope(failed, fine);
    const [first] = failed;
    const family =
      scope === "one_family" && first !== undefined ? `Only IPv${first.address.family} fails. ` : "";
    return {
      ...{ layer: failure.layer, scope, certainty: failure.certainty },
      summary: `${family}${addressesText(failed, failed.length + fine.length, failure)}`,
    };
  }
  return null;
};

/** Every address fails. */
export const allAddressesRule: VerdictRule = (file) => {
  const cases = file.bad.filter((view) => failing(view).length > 0 && working(view).length === 0);
  const [first] = cases;
  if (first === undefined) return null;
  const failure = commonFailure(failing(first));
  const isAgreed = cases.every((view) => commonFailure(failing(view)).layer === failure.layer);
  const failed = failing(first);
  const isConfirmed = failure.isConfirmable === true && cases.length > 1;
  const certainty = isConfirmed ? "certain" : failure.certainty;
  return {
    layer: failure.layer,
    scope: locationScope(file),
    certainty: isAgreed && cases.length === file.bad.length ? certainty : "likely",
    summary: `${addressesText(failed, failed.length, failure)}${onlyFromText(file)}`,
  };
};

/** The failure that most addresses have; certain only if all have it. */
function commonFailure(failed: readonly AddressFinding[]): AddressFailure {
  const failures = failed.flatMap(({ failure }) => failure ?? []);
  const byLayer = Map.groupBy(failures, ({ layer }) => layer);
  const [most = failures] = [...byLayer.values()].toSorted((a, b) => b.length - a.length);
  const [first] = most;
  if (first === undefined) throw new Error("addresses without a failure have none in common");
  const isSame = byLayer.size === 1 && most.every(({ certainty }) => certainty === "certain");
  return { ...first, certainty: isSame ? "certain" : "likely" };
}

function addressScope(failed: readonly AddressFinding[], fine: readonly AddressFinding[]): VerdictScope {
  const families = (findings: readonly AddressFinding[]) =>
    new Set(findings.map(({ address }) => address.family));
  const [bad, good] = [families(failed), families(fine)];
  if (bad.size === 1 && good.size === 1 && [...bad].every((family) => !good.has(family))) return "one_family";
  return failed.length === 1 ? "one_address" : "some_addresses";
}

function addressesText(failed: readonly AddressFinding[], total: number, failure: AddressFailure): string {
  const addresses = listText(failed.map(({ address }) => address.address));
  const isOne = failed.length === 1;
  const does = isOne ? failure.singular : failure.plural;
  if (total === 1) return `${addresses} ${does}.`;
  if (failed.length === total) return `All ${total} addresses ${failure.plural}: ${addresses}.`;
  return `${failed.length} of ${total} addresses ${does}: ${addresses}.`;
}

/** The check does not accept the response of an address that works, so the others are not why it fails. */
function isAboutAnother({ facts: { check } }: VantageView, fine: readonly AddressFinding[]): boolean {
  if (check?.error?.phase !== "assertion") return false;
  return fine.some(({ address }) => address.address === check.address);
}

function worksElsewhere({ views }: CaseFile, here: VantageView, address: string): boolean {
  return views.some(
    (view) => view !== here && working(view).some((each) => each.address.address === address),
  );
}
