import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";

/** Offers an organization with sample data to a person who wants to look around first. */
export function TrySample() {
  const session = useSession();
  const { mutate, isPending } = useMutation({
    // Imported when it is needed: the page that offers it is the first one of a new installation.
    mutationFn: async () => (await import("./create-sample.ts")).createSample(session),
    onSuccess: (id) => session.switchOrganization(id),
    onError: toastError,
  });
  // An API key cannot create organizations.
  if (session.person === null) return null;
  return (
    <p className="mt-6 flex max-w-3xl flex-wrap items-center gap-3 text-soft">
      {t("Just looking? A sample organization has targets that check example.com.")}
      <Button busy={isPending && t("Creating …")} onClick={() => mutate()}>
        {t("Try with sample data")}
      </Button>
    </p>
  );
}
