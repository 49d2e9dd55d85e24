import { useRef } from 'react';
import { maxHits, searchAllParticipants, type ParticipantHit } from '../../features/participants/contract.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { toast } from '../../web/toasts/toast.ts';

/**
 * Returns a function that fetches the data of a person who waits. If that is not possible, it says why in a message and
 * returns null; it also returns null while it is fetching already.
 */
export function useFindParticipant() {
  const isBusy = useRef(false);
  return async ({ participantId, fullName }: { participantId: number; fullName: string }) => {
    if (isBusy.current) return null;
    isBusy.current = true;
    try {
      const participant = await find(participantId, fullName);
      if (!participant) toast.error(`${fullName} ist nicht mehr zu finden.`, 'waiting');
      return participant;
    } catch (error) {
      if (!isSessionEndedError(error)) toast.error(errorMessageOf(error), 'waiting');
      return null;
    } finally {
      isBusy.current = false;
    }
  };
}

/** Searches for the person's name. Many may have the same name. */
async function find(participantId: number, searchString: string): Promise<ParticipantHit | null> {
  for (let page = 1; ; page++) {
    const { data } = await callApi(searchAllParticipants, { searchString, page, pageSize: maxHits });
    const participant = data.find((hit) => hit.participantId === participantId);
    if (participant) return participant;
    if (data.length < maxHits) return null;
  }
}
