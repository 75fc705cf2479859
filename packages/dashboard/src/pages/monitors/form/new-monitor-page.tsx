import { PageHeader } from "../../../components/page-header.tsx";
import { AddMonitor } from "./add-monitor.tsx";

export function NewMonitorPage() {
  return (
    <>
      <PageHeader
        title="Add a monitor"
        lead="It is checked every 60 seconds, and right now for the first time."
      />
      <AddMonitor />
    </>
  );
}
