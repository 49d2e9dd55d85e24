import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { actAsDemo, registerParticipant } from './people.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

/** Starts another system on loopback, which takes every event, at once unless it is held. */
async function startReceiver() {
  const received: { headers: IncomingHttpHeaders; body: { type: string } }[] = [];
  let release = () => {};
  let mayAnswer: Promise<void> = Promise.resolve();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as { type: string },
      });
      void mayAnswer.then(() => response.writeHead(200).end('angenommen'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/portal`,
    received,
    /** Lets the next events wait for their answer until `release` is called. */
    hold: () => void (mayAnswer = new Promise((resolve) => (release = resolve))),
    release: () => release(),
    close: () => server.close(),
  };
}

test('on a phone an admin lets another system know who registers, sees what was delivered, sends it again and deletes it [18.1] [18.5]', async ({
  page,
}) => {
  const receiver = await startReceiver();
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsDemo(page, 'admin');
  await page.goto('/interfaces');
  const section = page.getByRole('region', { name: 'Webhooks' });
  await section.getByRole('button', { name: 'Neuer Webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Neuer Webhook' });
  const address = form.getByRole('textbox', { name: 'Adresse' });
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/^Bitte gib eine vollständige Adresse ein/);
  await expect(form.getByRole('alert')).toHaveText('Bitte wähle mindestens ein Ereignis.');
  await form.getByRole('button', { name: 'Alle auswählen' }).click();
  await expect(form.getByText('Ereignisse: 14 von 14 ausgewählt')).toBeVisible();
  await form.getByRole('button', { name: 'Keine auswählen' }).click();
  await address.fill('http://10.0.0.1/');
  await form.getByRole('checkbox', { name: 'Registriert oder eingeladen' }).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await expect(form.getByText(/^An diese Adresse sendet das Portal nichts/)).toBeVisible();
  await address.fill(receiver.url);
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await expect(section.getByRole('textbox', { name: 'Geheimnis' })).toHaveValue(/^whsec_/);

  const entry = section.getByRole('listitem').filter({ hasText: receiver.url });
  await expect(entry).toContainText('Noch nichts zugestellt');
  await entry.getByRole('button', { name: `Testen ${receiver.url}` }).click();
  await expect(toastOf(page, 'Das andere Programm hat mit 200 geantwortet.')).toBeVisible();
  await expect(entry).toContainText(/Test um \d\d:\d\d Uhr: Das andere Programm hat mit 200 geantwortet\./);

  await registerParticipant(page);
  await expect.poll(() => receiver.received.map(({ body }) => body.type)).toContain('participant.registered');
  await entry.getByRole('button', { name: `Zustellungen an ${receiver.url}` }).click();
  const deliveries = page.getByRole('dialog', { name: 'Zustellungen' });
  const first = deliveries.getByRole('listitem').last();
  await expect(first).toContainText('zugestellt');
  await first.getByText('Inhalt und Antwort').click();
  await expect(first).toContainText('"type": "participant.registered"');
  await expect(first).toContainText('angenommen');
  await expectAccessible(page);

  const id = receiver.received.find(({ body }) => body.type === 'participant.registered')?.headers['webhook-id'];
  await expect(first).toContainText('1 Versuch');
  receiver.hold();
  await first.getByRole('button', { name: /^Erneut senden/ }).click();
  await expect(first).toContainText('wird gesendet');
  await expect
    .poll(() => receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length)
    .toBeGreaterThan(1);
  await expect(first).toContainText('wird gesendet');
  receiver.release();
  await expect(first).toContainText('2 Versuche');
  await expect(first).toContainText('zugestellt');
  await deliveries.getByRole('button', { name: 'Schließen' }).click();
  await expect(entry).toContainText(/Zuletzt zugestellt: .+ Uhr, Registriert oder eingeladen\./);

  await entry.getByRole('button', { name: `Bearbeiten ${receiver.url}` }).click();
  const edited = page.getByRole('dialog', { name: 'Webhook bearbeiten' });
  const renewal = edited.getByRole('button', { name: 'Neues Geheimnis' });
  await edited.getByRole('checkbox', { name: 'Inaktiviert' }).check();
  await expect(renewal).toBeDisabled();
  await expect(renewal).toHaveAccessibleDescription('Bitte speichere zuerst deine Änderungen.');
  await expectAccessible(page);
  await edited.getByRole('checkbox', { name: 'Inaktiviert' }).uncheck();
  await expect(renewal).toBeEnabled();
  await renewal.click();
  const secret = page.getByText(`Das Geheimnis für ${receiver.url} wird nur jetzt gezeigt`);
  await expect(secret).toBeVisible();
  await entry.getByRole('button', { name: `Bearbeiten ${receiver.url}` }).click();
  await edited.getByRole('button', { name: 'Löschen Webhook' }).click();
  await expect(edited.getByRole('alert')).toContainText('Was noch wartet, wird nicht mehr gesendet.');
  await edited.getByRole('button', { name: 'Sicher? Webhook' }).click();
  await expect(entry).toHaveCount(0);
  await expect(secret).toHaveCount(0);
  receiver.close();
});
