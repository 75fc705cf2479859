import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/code/copy-button.tsx";
import { t } from "../../language/t.ts";

/** The signing secret of a webhook, hidden until "Show". */
export function SigningSecret({ secret }: { secret: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <section className="card grid gap-2 p-6" aria-labelledby="signing-secret">
      <h2 id="signing-secret">{t("Signing secret")}</h2>
      <p className="text-soft">
        {t(
          "Every message is signed with this secret. Verify signatures with any Standard Webhooks library to make sure that messages come from Vedette.",
        )}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 rounded-lg bg-raised px-3 py-2 wrap-anywhere">
          {isShown ? secret : `whsec_${"•".repeat(16)}`}
        </code>
        <Button aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t("Hide") : t("Show")}
        </Button>
        <CopyButton text={secret} />
      </div>
    </section>
  );
}
