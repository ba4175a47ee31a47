import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { ErrorDetail } from '@outreach/contracts-common/gen/common.ts';
import { AppError, isErrorKind, KIND_TABLE, toAppError, type AppErrorOptions } from '@outreach/errors';

/** Trailer that carries the public part of an error. */
const DETAIL_KEY = 'outreach-error-bin';

/** Trailers above 64 KiB break the call, so details stay well below. */
const DETAIL_BYTES_MAX = 32 * 1024;

const ERRORS_MAX = 50;

/** The gRPC status of an error that a handler threw. */
export function toStatus(thrown: unknown): Pick<StatusObject, 'code' | 'details' | 'metadata'> {
  const error = toAppError(thrown);
  const metadata = new Metadata();
  metadata.set(DETAIL_KEY, encodeDetail(error));
  return { code: status[KIND_TABLE[error.kind].grpc], details: error.code, metadata };
}

function encodeDetail(error: AppError): Buffer {
  const full: ErrorDetail = {
    kind: error.kind,
    code: error.code,
    message: error.message,
    field: error.field,
    errors: error.errors.slice(0, ERRORS_MAX).map(({ field, message }) => ({ field, message })),
    details: error.details,
  };
  const bytes = ErrorDetail.encode(full).finish();
  if (bytes.length <= DETAIL_BYTES_MAX) return Buffer.from(bytes);
  return Buffer.from(ErrorDetail.encode({ ...full, errors: [], details: {} }).finish());
}

/** Rebuilds the error that the called service threw. An error without our details is mapped by its status. */
export function fromServiceError(failure: ServiceError): AppError {
  const [bytes] = failure.metadata.get(DETAIL_KEY);
  if (bytes instanceof Buffer) {
    const rebuilt = decodeDetail(bytes);
    if (rebuilt !== undefined) return rebuilt;
  }
  return fromBareStatus(failure);
}

function decodeDetail(bytes: Buffer): AppError | undefined {
  const detail = ErrorDetail.decode(bytes);
  if (!isErrorKind(detail.kind)) return undefined;
  const options: AppErrorOptions = {
    code: detail.code,
    errors: detail.errors,
    details: detail.details ?? {},
    ...(detail.field === undefined ? {} : { field: detail.field }),
  };
  return new AppError(detail.kind, detail.message, options);
}

/** RESOURCE_EXHAUSTED of the transport, for example for a message that is too large, is mapped to internal. */
function fromBareStatus(failure: ServiceError): AppError {
  const options = { privateText: failure.message, cause: failure };
  if (failure.code === status.UNAVAILABLE) {
    return new AppError('unavailable', 'A part of the service is not reachable; try again.', options);
  }
  if (failure.code === status.DEADLINE_EXCEEDED || failure.code === status.CANCELLED) {
    return new AppError('deadline', 'The request took too long; try again.', options);
  }
  return toAppError(failure);
}
