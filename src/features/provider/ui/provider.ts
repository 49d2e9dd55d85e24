import type { OutputOf } from '../../../shared/call.ts';
import { keepForEveryone, queryClient, useApiQuery } from '../../../web/calls/apiQuery.ts';
import { getLocations, getPortal } from '../contract.ts';

keepForEveryone(getPortal, getLocations);

type ProviderConfig = OutputOf<typeof getPortal>['data'];

/** The provider's name, links and addresses, which do not change while the page is open. */
export function useProviderConfig(): ProviderConfig | undefined {
  return useApiQuery(getPortal, {}, { staleTime: Infinity }).data?.data;
}

/** Stores the provider's data from the document, which saves a call. */
export function setProviderConfig(data: ProviderConfig): void {
  queryClient.setQueryData([getPortal.path, {}], { data });
}
