import { useQuery } from "@tanstack/react-query";
import { PASSKEYS_MAX } from "@vedette/contract/people/passkeys.ts";
import { dataOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi } from "../../../../app/session.tsx";
import { useVisitor } from "../../../../app/visitor.tsx";
import { hasPasskeySupport } from "../../../../components/browser/passkey-credentials.ts";
import { Button } from "../../../../components/button.tsx";
import { useFormOpener } from "../../../../components/forms/focus/use-form-opener.ts";
import { LoadState } from "../../../../components/load-state.tsx";
import { t } from "../../../../language/t.ts";
import { SettingsSection } from "../../settings-section.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { PasskeyItem } from "./passkey-item.tsx";

/** Lists the passkeys of the person, adds, renames and removes them. */
export function PasskeysSection() {
  const api = useApi();
  const { state } = useVisitor();
  const adding = useFormOpener();
  const { data, error } = useQuery({
    queryKey: keys.list("passkeys"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/auth/passkeys", { signal })),
  });
  const refusal = refusalOf(state?.passkeys ?? true);
  return (
    <SettingsSection
      title={t("Passkeys")}
      description={t(
        "Sign in with a fingerprint, a face, a PIN or a security key. A passkey also counts as the second factor.",
      )}
    >
      <LoadState data={data} error={error} lines={2} />
      {data?.length === 0 && <p className="text-soft">{t("No passkeys yet.")}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {refusal !== null && <p className="text-soft">{refusal}</p>}
      {refusal === null && data !== undefined && data.length >= PASSKEYS_MAX && (
        <p className="text-soft">{t("You have {max} passkeys, the maximum.", { max: PASSKEYS_MAX })}</p>
      )}
      {refusal === null && data !== undefined && data.length < PASSKEYS_MAX && !adding.isOpen && (
        <Button className="justify-self-start" autoFocus={adding.isReturn} onClick={adding.open}>
          {t("Add passkey")}
        </Button>
      )}
      {adding.isOpen && <AddPasskey onDone={adding.close} />}
    </SettingsSection>
  );
}

function refusalOf(isAdmitted: boolean): string | null {
  if (!isAdmitted) {
    return t(
      "Passkeys need a host name instead of an IP address. Open the dashboard at the public URL of the server.",
    );
  }
  return hasPasskeySupport()
    ? null
    : t("This browser has no passkeys here. They require HTTPS and a current browser.");
}
