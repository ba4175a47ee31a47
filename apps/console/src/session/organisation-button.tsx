import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { requestLogInMethods } from './session-requests.ts';

/** Leads to the identity provider of the installation, if it has one. */
export function OrganisationButton(): ReactNode {
  const { data } = useQuery({ queryKey: ['log-in-methods'], queryFn: requestLogInMethods });
  if (data?.oidc !== true) return null;
  return (
    <Button variant="default" component="a" href="/api/v1/auth/oidc/start/?console=true">
      Log in with your organisation
    </Button>
  );
}
