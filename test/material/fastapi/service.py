# Serves the readings of sensors as JSON, as server-sent events and as JSON lines; the last reading is invalid on purpose.
from collections.abc import AsyncIterable

from fastapi import FastAPI
from fastapi.sse import EventSourceResponse
from pydantic import BaseModel

app = FastAPI(title="Readings", version="1.0.0", servers=[{"url": "http://127.0.0.1:8000"}])


class Reading(BaseModel):
    sensor: str
    celsius: float


READINGS = [Reading(sensor="roof", celsius=21.5), Reading(sensor="cellar", celsius=11)]
INVALID = Reading.model_construct(sensor="attic", celsius="warm")


@app.get("/readings", operation_id="listReadings")
async def list_readings() -> list[Reading]:
    return READINGS


@app.get("/readings/events", operation_id="watchReadings", response_class=EventSourceResponse)
async def watch_readings(invalid: bool = False) -> AsyncIterable[Reading]:
    for reading in [*READINGS, INVALID] if invalid else READINGS:
        yield reading


@app.get("/readings/lines", operation_id="streamReadings")
async def stream_readings(invalid: bool = False) -> AsyncIterable[Reading]:
    for reading in [*READINGS, INVALID] if invalid else READINGS:
        yield reading
