"""The games as pure code: no input or output, no clock, no asyncio, no Discord, no pictures, no global randomness."""
