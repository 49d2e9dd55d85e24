import { readKeptAppointments, type OfflineAppointment } from '../../web/offlineAppointments.ts';
import { offlinePath } from './paths.ts';

// The script of the page without a connection (OfflinePage.tsx). It works on the page's static markup, because the
// portal's own code is not kept.

/** The interval at which the page checks whether the connection is back, in milliseconds. */
const checkIntervalMs = 5_000;

function showAppointments(appointments: readonly OfflineAppointment[]) {
  const section = document.querySelector<HTMLElement>('[data-part="appointments"]');
  const list = section?.querySelector('ul');
  const template = section?.querySelector('template');
  if (!section || !list || !template || appointments.length === 0) return;
  for (const { day, time, coach, link } of appointments) {
    const item = template.content.cloneNode(true) as DocumentFragment;
    const partOf = (name: string) => item.querySelector<HTMLElement>(`[data-part="${name}"]`);
    for (const [name, text] of Object.entries({ day, time, coach })) {
      const part = partOf(name);
      if (part) part.textContent = text;
    }
    if (link) partOf('link')?.setAttribute('href', link);
    else partOf('link')?.remove();
    list.append(item);
  }
  section.hidden = false;
}

/** Loads the page that was asked for if the server responds. Returns whether it does. */
async function openPageIfConnected(): Promise<boolean> {
  const response = await fetch('/', { cache: 'no-cache' }).catch(() => null);
  if (!response?.ok) return false;
  if (location.pathname === offlinePath) location.replace('/');
  else location.reload();
  return true;
}

async function tryNow() {
  const result = document.querySelector('[data-part="result"]');
  if (!result) return;
  result.textContent = '';
  if (!(await openPageIfConnected())) result.textContent = 'Noch keine Verbindung.';
}

showAppointments(localStorage.getItem('sessionId') ? readKeptAppointments(Date.now()) : []);
document.querySelector('[data-part="retry"]')?.addEventListener('click', () => void tryNow());
addEventListener('online', () => void openPageIfConnected());
setInterval(() => void openPageIfConnected(), checkIntervalMs);
if (location.pathname === offlinePath) void openPageIfConnected();
