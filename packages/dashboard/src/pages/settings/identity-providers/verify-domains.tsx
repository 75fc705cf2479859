import { useQueryClient } from "@tanstack/react-query";
import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import { useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";

type VerifyDomainsProps = { provider: IdentityProvider; onClose(): void };

/** Shows what to set at the provider and in the DNS, and looks for the records. */
export function VerifyDomains({ provider, onClose }: VerifyDomainsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [{ domain_proofs: proofs }, setShown] = useState(provider);
  const [isChecked, setChecked] = useState(false);
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    const params = { path: { id: provider.id } };
    setShown(await dataOf(api.POST("/api/v1/identity-providers/{id}/verify", { params })));
    setChecked(true);
    await queries.invalidateQueries({ queryKey: keys.all("identity-providers") });
  });
  const missing = proofs.filter(({ verified_at }) => verified_at === null);
  const missed = missing.map(({ domain }) => domain).join(", ");
  return (
    <Dialog isOpen onClose={onClose} title={t("Set up {name}", { name: provider.name })}>
      <div className="grid gap-4">
        {error && <Notice>{error.message}</Notice>}
        {missing.length === 0 && (
          <Notice kind="done">
            {t("All domains are verified. Test the sign-in in a private window before you require it.")}
          </Notice>
        )}
        {isChecked && missing.length > 0 && !error && (
          <Notice kind="warning">
            {t("The TXT record was not found: {missed}. New records can take up to an hour to appear.", {
              missed,
            })}
          </Notice>
        )}
        <p className="text-soft">{t("Register this redirect URI with the provider.")}</p>
        <CodeBlock label={t("Redirect URI")} text={provider.redirect_uri} />
        {missing.length > 0 && (
          <>
            <p className="text-soft">
              {t("Add these TXT records to the DNS, to prove that the domains are yours.")}
            </p>
            {missing.map(({ domain, record_name, record_value }) => (
              <CodeBlock
                key={domain}
                label={t("TXT record of {domain}", { domain })}
                text={`${record_name} TXT "${record_value}"`}
              />
            ))}
          </>
        )}
        {isChecked && missing.length > 0 && (
          <>
            <p className="text-soft">
              {t("Without a public DNS, the operator of the server can verify them there.")}
            </p>
            {missing.map(({ domain }) => (
              <CodeBlock
                key={domain}
                label={t("Command for {domain}", { domain })}
                text={`vedette verify-domain ${domain} --provider ${provider.id} --issuer ${provider.issuer}`}
              />
            ))}
          </>
        )}
        <form className="flex flex-wrap justify-end gap-2" onSubmit={onSubmit}>
          <Button onClick={onClose}>{t("Close")}</Button>
          {missing.length > 0 && (
            <Button type="submit" variant="primary" busy={isBusy && t("Looking for the records …")}>
              {t("Verify domains")}
            </Button>
          )}
        </form>
      </div>
    </Dialog>
  );
}
