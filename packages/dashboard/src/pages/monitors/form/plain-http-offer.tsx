import { Button } from "../../../components/button.tsx";
import { t } from "../../../language/t.ts";

/** Shown if the server does not speak TLS at the port of the URL. */
export function PlainHttpOffer({ isBusy = false, onTry }: { isBusy?: boolean; onTry(): void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button busy={isBusy && t("Checking …")} onClick={onTry}>
        {t("Try http://")}
      </Button>
      <span className="text-soft">{t("This port may expect a connection without TLS.")}</span>
    </p>
  );
}
