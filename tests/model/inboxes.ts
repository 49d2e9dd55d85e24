import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { expect } from 'vitest';

/** The data that a calendar app stores about an event (RFC 5546). */
interface StoredEvent {
  sequence: number;
  start: string;
  cancelled: boolean;
}

/** Returns the inboxes of people, whose calendar apps follow the calendar parts of their mails. */
export function openInboxes() {
  const eventsByOwner = new Map<string, Map<string, StoredEvent>>();
  return {
    /**
     * Receives a mail. Checks that a mail about an event has a higher sequence number than the mail before; if
     * `mayRepeat`, the same mail may come twice.
     */
    async receive(owner: string, message: Uint8Array, { mayRepeat = false } = {}): Promise<void> {
      const { attachments } = await PostalMime.parse(message);
      const [invitation] = attachments;
      if (!invitation) return;
      const text = new TextDecoder().decode(invitation.content as ArrayBuffer);
      const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
      const { sequence, uid, startDate } = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
      const cancelled = calendar.getFirstPropertyValue('method') === 'CANCEL';
      const event = { sequence, start: startDate.toJSDate().toISOString(), cancelled };
      const events = eventsByOwner.get(owner) ?? new Map<string, StoredEvent>();
      eventsByOwner.set(owner, events);
      const known = events.get(uid);
      if (mayRepeat && known?.sequence === sequence) expect(event).toEqual(known);
      else expect(sequence, 'the sequence of an event rises with each mail').toBeGreaterThan(known?.sequence ?? -1);
      events.set(uid, event);
    },

    /** Returns the instants (ISO) at which the events that a person's calendar app shows begin, in order. */
    listShownStarts(owner: string): string[] {
      const events = [...(eventsByOwner.get(owner)?.values() ?? [])];
      return events.flatMap(({ start, cancelled }) => (cancelled ? [] : [start])).sort();
    },
  };
}
